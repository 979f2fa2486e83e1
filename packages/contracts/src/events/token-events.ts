import { Type } from 'typebox';
import { TokenType } from '../credential.ts';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { MaskedSecret, Withheld } from './masked.ts';

const ApiToken = Type.Object({
  tokenName: Type.String(),
  type: TokenType,
  environment: Type.String(),
  projects: Type.Array(Type.String()),
  expiresAt: nullable(DateTime),
  createdAt: DateTime,
  secret: Withheld,
});

const PersonalToken = Type.Object({
  id: Type.Integer(),
  description: Type.String(),
  userId: Type.Integer(),
  expiresAt: DateTime,
  createdAt: DateTime,
  /** Present for logins of the command line. */
  renewableUntil: Type.Optional(DateTime),
  secret: MaskedSecret,
});

const SignUpToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  enabled: Type.Boolean(),
  expiresAt: DateTime,
  secret: MaskedSecret,
  url: Withheld,
});

export const apiTokenCreated = defineEvent('identity', 'api-token-created', {
  when: 'an API token is created; `project` is null for a token of several projects',
  scope: ['project?', 'environment?'],
  data: ApiToken,
});

export const apiTokenUpdated = defineEvent('identity', 'api-token-updated', {
  when: 'the expiry of an API token changes',
  scope: ['project?', 'environment?'],
  data: ApiToken,
  preData: ApiToken,
});

export const apiTokenDeleted = defineEvent('identity', 'api-token-deleted', {
  when: 'an API token is revoked',
  scope: ['project?', 'environment?'],
  preData: ApiToken,
});

export const patCreated = defineEvent('identity', 'pat-created', {
  when: 'a personal access token or a token of a service account is created',
  data: PersonalToken,
});

export const patDeleted = defineEvent('identity', 'pat-deleted', {
  when: 'a personal access token or a token of a service account is revoked',
  data: PersonalToken,
});

export const publicSignupTokenCreated = defineEvent('identity', 'public-signup-token-created', {
  when: 'a sign-up link is created',
  data: SignUpToken,
});

export const publicSignupTokenUpdated = defineEvent('identity', 'public-signup-token-updated', {
  when: 'a sign-up link is enabled, disabled (also when its creator is deleted) or gets a new expiry',
  data: SignUpToken,
});

export const publicSignupTokenUserAdded = defineEvent('identity', 'public-signup-token-user-added', {
  when: 'a user signs up through a link; emitted together with user-created',
  data: Type.Object({ id: Type.Integer(), name: Type.String(), userId: Type.Integer(), secret: MaskedSecret }),
});
