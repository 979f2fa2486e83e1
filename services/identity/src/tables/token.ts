import type { AgentLimit, TokenType } from '@signalbox/contracts';
import { fixedText, instant, integer, json, table, text } from '@signalbox/table';

export const apiTokenTable = table('api_token', 'ApiToken', {
  id: integer().key().serial(),
  /** Hash of the secret. */
  hash: fixedText(64),
  /** The secret without its random part, except the last four digits. */
  masked: text(255),
  name: text(255).called('token_name'),
  type: text(20).as<TokenType>(),
  environment: text(100),
  projects: json<string[]>(),
  expiresAt: instant().nullable(),
  createdAt: instant(),
  seenAt: instant().nullable(),
});

export const revokedTokenTable = table('revoked_token', 'RevokedToken', {
  hash: fixedText(64).key(),
  revokedAt: instant(),
});

export const personalTokenTable = table('personal_token', 'PersonalToken', {
  id: integer().key().serial(),
  /** Hash of the secret. */
  hash: fixedText(64),
  userId: integer(),
  /** Unique per user. */
  description: text(255),
  expiresAt: instant(),
  createdAt: instant(),
  seenAt: instant().nullable(),
  /** Hash of the part that all refresh tokens of one login share; null for a token made by hand, as are the three below. */
  familyHash: fixedText(64).nullable(),
  /** Hash of the current refresh token. */
  refreshHash: fixedText(64).nullable(),
  renewedAt: instant().nullable(),
  renewableUntil: instant().nullable(),
  /** The name that an agent gave itself; null for any other token, as are the two below. */
  agent: text(63).nullable(),
  /** Readable id of the client that the agent connected with. */
  client: text(63).nullable(),
  /** The limit that the user set for the agent. */
  agentMode: text(20).as<AgentLimit>().nullable(),
});

/** A token that acts as its owner, a user or a service account, with the owner's current rights. It ends with its owner. */
export class PersonalToken extends personalTokenTable.entity.class {}
personalTokenTable.entity.setClass(PersonalToken);
