import { Type, type Static } from 'typebox';
import { TokenType } from './credential.ts';
import { LogInWays } from './log-in-ways.ts';
import { DateTime, nullable, mapOf } from './shapes.ts';

const Right = Type.Object({
  permission: Type.String(),
  project: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
});

/**
 * A role of a user or group in a project, or (`project` null) in the instance. `since` is the time when it was granted. Grants that make a
 * user the owner of a project have the user's name.
 */
export const Grant = Type.Object({
  user: nullable(Type.Integer()),
  group: nullable(Type.Integer()),
  role: Type.Integer(),
  project: nullable(Type.String()),
  since: DateTime,
  userName: Type.Optional(Type.String()),
});
export type Grant = Static<typeof Grant>;

/**
 * Everything that a host needs for permission checks. Published by identity as a whole, numbered by `version`. `keys` are the public keys
 * (JWK) that verify principals.
 */
export const AccessState = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  keys: Type.Array(mapOf(Type.Unknown())),
  roles: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String(), name: Type.String(), rights: Type.Array(Right) })),
  grants: Type.Array(Grant),
  /** Groups with a role in a project or in the instance, with their users. Earlier versions publish no names. */
  groups: Type.Optional(
    Type.Array(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()), users: Type.Array(Type.Integer()) })),
  ),
  projects: Type.Array(Type.Object({ id: Type.String(), mode: Type.String() })),
  maintenance: Type.Boolean(),
  /** Position of the last event that identity has handled, by service. */
  heard: mapOf(Type.Integer()),
  /** Origins whose pages may read responses to browsers. Absent until administrators configure them. */
  frontendOrigins: Type.Optional(Type.Array(Type.String())),
  /** Ways to log in, if not by password only. */
  logIn: Type.Optional(LogInWays),
});
export type AccessState = Static<typeof AccessState>;

/** An API token for delivery: the `hashSecret` of its secret, and its scope. */
export const TokenState = Type.Object({
  hash: Type.String(),
  name: Type.String(),
  type: TokenType,
  projects: Type.Array(Type.String()),
  environment: Type.String(),
  expiresAt: nullable(Type.Integer()),
});
export type TokenState = Static<typeof TokenState>;

/** Hashes of API tokens that applications have used. The message travels on the state exchange, and may be lost. */
export const TokensSeen = Type.Object({ hashes: Type.Array(Type.String(), { maxItems: 1000 }), at: DateTime });
export type TokensSeen = Static<typeof TokensSeen>;

/** Changes to API tokens: created or changed ones, and hashes of deleted ones. */
export const TokenChanges = Type.Object({ changed: Type.Array(TokenState), removed: Type.Array(Type.String()) });
export type TokenChanges = Static<typeof TokenChanges>;

/**
 * Changes to access by one unit of work (exchange `signalbox.state`). `credentials` are the `hashSecret` of changed credentials; `users`
 * are ids whose sessions and tokens must be authenticated again. `previous` is the version before this one; a reader at another version has
 * a gap and must fetch. The properties after it are absent if the content would be too large, so that readers fetch.
 */
export const AccessChanged = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  users: Type.Array(Type.Integer()),
  credentials: Type.Array(Type.String()),
  previous: Type.Optional(Type.Integer({ minimum: 0 })),
  /** All changes to API tokens. */
  tokens: Type.Optional(TokenChanges),
  /** Ids of users whose notifications changed. */
  notified: Type.Optional(Type.Array(Type.Integer())),
  /** False if the access state stays the same except for its version. Absent: it may have changed. */
  changesState: Type.Optional(Type.Boolean()),
});
export type AccessChanged = Static<typeof AccessChanged>;

/** All API tokens, numbered like the access state. */
export const TokenList = Type.Object({ version: Type.Integer({ minimum: 0 }), tokens: Type.Array(TokenState) });
export type TokenList = Static<typeof TokenList>;
