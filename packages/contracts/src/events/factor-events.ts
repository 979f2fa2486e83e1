import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const FactorOwner = Type.Object({ id: Type.Integer(), name: Type.String() });

const Factor = Type.Object({
  ...FactorOwner.properties,
  kind: Type.Enum(['totp', 'passkey']),
  /** Name that the user gave a passkey. */
  factorName: nullable(Type.String()),
});

const FactorPolicy = Type.Object({ everybody: Type.Boolean(), rootRoles: Type.Array(Type.Integer()) });

export const userFactorAdded = defineEvent('identity', 'user-factor-added', {
  when: 'a user adds a second factor: an authenticator app or a passkey',
  data: Factor,
});

export const userFactorRemoved = defineEvent('identity', 'user-factor-removed', {
  when: 'a user removes a second factor',
  preData: Factor,
});

export const userRecoveryCodesCreated = defineEvent('identity', 'user-recovery-codes-created', {
  when: 'a user replaces the recovery codes',
  data: FactorOwner,
});

export const userFactorsReset = defineEvent('identity', 'user-factors-reset', {
  when: 'an administrator removes all second factors of a user who has lost them',
  preData: FactorOwner,
});

export const factorPolicyUpdated = defineEvent('identity', 'factor-policy-updated', {
  when: 'an administrator changes the policy for required second factors',
  data: FactorPolicy,
  preData: FactorPolicy,
});
