import { Type, type Static } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const User = Type.Object({
  id: Type.Integer(),
  name: nullable(Type.String()),
  username: nullable(Type.String()),
  email: nullable(Type.String()),
  rootRole: nullable(Type.Integer()),
});

const ServiceAccount = Type.Object({
  id: Type.Integer(),
  name: nullable(Type.String()),
  username: Type.String(),
  rootRole: nullable(Type.Integer()),
});

export const userCreated = defineEvent('identity', 'user-created', {
  when: 'a user is created by an administrator, by sign-up, or at the first single sign-on',
  data: User,
});

/** Actions on an account that change none of its properties. */
const CredentialAct = Type.Enum(['password-changed', 'reset-link-created', 'access-ended']);
/** An action on the credentials of a user, by the user or by an administrator. */
export type CredentialAct = Static<typeof CredentialAct>;

export const userUpdated = defineEvent('identity', 'user-updated', {
  when: 'the name, email address or root role of a user changes; with `credentials`, the password changes, an administrator creates a reset link, or all access of the user is ended',
  data: Type.Object({ ...User.properties, credentials: Type.Optional(CredentialAct) }),
  preData: User,
});

export const userDeleted = defineEvent('identity', 'user-deleted', {
  when: 'a user is deleted with all sessions, tokens and memberships',
  preData: User,
});

export const serviceAccountCreated = defineEvent('identity', 'service-account-created', {
  when: 'a service account is created',
  data: ServiceAccount,
});

export const serviceAccountUpdated = defineEvent('identity', 'service-account-updated', {
  when: 'the name or root role of a service account changes',
  data: ServiceAccount,
  preData: ServiceAccount,
});

export const serviceAccountDeleted = defineEvent('identity', 'service-account-deleted', {
  when: 'a service account is deleted with its tokens',
  preData: ServiceAccount,
});
