import { module } from '@signalbox/kit';
import type { CipherState } from '../base/cipher.ts';
import type { LogInState } from '../credential/log-in/log-in-guard.ts';
import { getFactorPolicyRoute, setFactorPolicyRoute } from './administration/set-factor-policy.ts';
import { resetFactorsRoute } from './administration/reset-factors.ts';
import { enrollPasskeyAtLogInRoute, passkeyAtLogInOptionsRoute } from './enrolment/enroll-passkey.ts';
import { beginTotpAtLogInRoute, enrollTotpAtLogInRoute } from './enrolment/enroll-totp.ts';
import { logInWithCodeRoute } from './log-in/log-in-with-code.ts';
import { logInWithPasskeyRoute, passkeyLogInOptionsRoute } from './log-in/log-in-with-passkey.ts';
import { logInWithPasskeyTooRoute, secondStepOptionsRoute } from './log-in/log-in-with-passkey-too.ts';
import { addOwnPasskeyRoute, ownPasskeyOptionsRoute } from './own-factors/add-own-passkey.ts';
import { beginOwnTotpRoute, confirmOwnTotpRoute } from './own-factors/add-own-totp.ts';
import { listOwnFactorsRoute } from './own-factors/list-own-factors.ts';
import { removeOwnPasskeyRoute, removeOwnTotpRoute } from './own-factors/remove-own-factor.ts';
import { renewRecoveryCodesRoute } from './own-factors/renew-recovery-codes.ts';
import { stepUpOptionsRoute, stepUpRoute } from './step-up.ts';

/** Second factors: authenticator apps, passkeys, recovery codes, and the policy that requires them. */
export const secondFactor = module<LogInState & CipherState>({
  routes: [
    logInWithCodeRoute,
    secondStepOptionsRoute,
    logInWithPasskeyTooRoute,
    passkeyLogInOptionsRoute,
    logInWithPasskeyRoute,
    beginTotpAtLogInRoute,
    enrollTotpAtLogInRoute,
    passkeyAtLogInOptionsRoute,
    enrollPasskeyAtLogInRoute,
    stepUpOptionsRoute,
    stepUpRoute,
    listOwnFactorsRoute,
    beginOwnTotpRoute,
    confirmOwnTotpRoute,
    removeOwnTotpRoute,
    ownPasskeyOptionsRoute,
    addOwnPasskeyRoute,
    removeOwnPasskeyRoute,
    renewRecoveryCodesRoute,
    resetFactorsRoute,
    getFactorPolicyRoute,
    setFactorPolicyRoute,
  ],
});
