import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const FactorOwner = Type.Object({ id: Type.Integer(), name: Type.String() });

const Factor = Type.Object({
  ...FactorOwner.properties,
  kind: Type.Enum(['totp', 'passkey']),
  /** What its user calls a passkey. */
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
  when: 'a user gets other recovery codes in place of those that were left',
  data: FactorOwner,
});

export const userFactorsReset = defineEvent('identity', 'user-factors-reset', {
  when: 'an administrator takes all second factors from a user who has lost them',
  preData: FactorOwner,
});

export const factorPolicyUpdated = defineEvent('identity', 'factor-policy-updated', {
  when: 'an administrator sets of whom a second factor is required',
  data: FactorPolicy,
  preData: FactorPolicy,
});
