// Second factors: authenticator apps, passkeys, recovery codes, and the policy that requires them.

export { getFactorPolicyRoute, setFactorPolicyRoute } from './administration/set-factor-policy.ts';
export { resetFactorsRoute } from './administration/reset-factors.ts';
export { enrollPasskeyAtLogInRoute, passkeyAtLogInOptionsRoute } from './enrolment/enroll-passkey.ts';
export { beginTotpAtLogInRoute, enrollTotpAtLogInRoute } from './enrolment/enroll-totp.ts';
export { logInWithCodeRoute } from './log-in/log-in-with-code.ts';
export { logInWithPasskeyRoute, passkeyLogInOptionsRoute } from './log-in/log-in-with-passkey.ts';
export { logInWithPasskeyTooRoute, secondStepOptionsRoute } from './log-in/log-in-with-passkey-too.ts';
export { addOwnPasskeyRoute, ownPasskeyOptionsRoute } from './own-factors/add-own-passkey.ts';
export { beginOwnTotpRoute, confirmOwnTotpRoute } from './own-factors/add-own-totp.ts';
export { listOwnFactorsRoute } from './own-factors/list-own-factors.ts';
export { removeOwnPasskeyRoute, removeOwnTotpRoute } from './own-factors/remove-own-factor.ts';
export { renewRecoveryCodesRoute } from './own-factors/renew-recovery-codes.ts';
export { stepUpOptionsRoute, stepUpRoute } from './step-up.ts';
