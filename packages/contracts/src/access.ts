import { Type, type Static } from 'typebox';
import { TokenType } from './credential.ts';
import { LogInWays } from './log-in-ways.ts';
import { DateTime, nullable, mapOf } from './shapes.ts';

const Right = Type.Object({
  permission: Type.String(),
  project: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
});

/** A role that a user or a group holds in one project, or (`project` null) in the whole instance; `since` when it was given. */
export const Grant = Type.Object({
  user: nullable(Type.Integer()),
  group: nullable(Type.Integer()),
  role: Type.Integer(),
  project: nullable(Type.String()),
  since: DateTime,
});
export type Grant = Static<typeof Grant>;

/**
 * Everything a host needs to decide who may do what without asking: stated by identity as a whole, numbered by
 * `version`. `keys` are the public keys (JWK) that principals are signed with.
 */
export const AccessState = Type.Object({
  version: Type.Integer({ minimum: 0 }),
  keys: Type.Array(mapOf(Type.Unknown())),
  roles: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String(), name: Type.String(), rights: Type.Array(Right) })),
  grants: Type.Array(Grant),
  /** The groups that hold a role in some project, with the users who belong to them. */
  groups: Type.Optional(Type.Array(Type.Object({ id: Type.Integer(), users: Type.Array(Type.Integer()) }))),
  projects: Type.Array(Type.Object({ id: Type.String(), mode: Type.String() })),
  maintenance: Type.Boolean(),
  /** How far the state knows what other services stated: the position of the last event that identity has heard, by service. */
  heard: mapOf(Type.Integer()),
  /** Whose pages may read what browsers are answered, as administrators have set it; absent where they have not. */
  frontendOrigins: Type.Optional(Type.Array(Type.String())),
  /** How users may log in, where that is not by a password alone. */
  logIn: Type.Optional(LogInWays),
});
export type AccessState = Static<typeof AccessState>;

/** An API token as delivery needs it: the `hashSecret` of its secret and what it opens. */
export const TokenState = Type.Object({
  hash: Type.String(),
  name: Type.String(),
  type: TokenType,
  projects: Type.Array(Type.String()),
  environment: Type.String(),
  expiresAt: nullable(Type.Integer()),
});
export type TokenState = Static<typeof TokenState>;

/** What happened to API tokens: those that were made or changed, as they are, and the hashes of those that are gone. */
export const TokenChanges = Type.Object({ changed: Type.Array(TokenState), removed: Type.Array(Type.String()) });
export type TokenChanges = Static<typeof TokenChanges>;

/**
 * What one unit of work changed of who may come in and do what (exchange `signalbox.state`). `credentials` are the
 * `hashSecret` of those that are no longer what they were, `users` the ids whose sessions and tokens must be looked up
 * anew. `previous` is the version that this one follows; a reader that holds another one has a gap and must fetch. It is absent,
 * as is what follows it here, where only a fetch will do: in place of a content that would be too large.
 */
export const AccessChanged = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  users: Type.Array(Type.Integer()),
  credentials: Type.Array(Type.String()),
  previous: Type.Optional(Type.Integer({ minimum: 0 })),
  /** All that it changed of the API tokens. */
  tokens: Type.Optional(TokenChanges),
  /** Whether the access state says anything else than before, beside its version. Absent: it may. */
  changesState: Type.Optional(Type.Boolean()),
});
export type AccessChanged = Static<typeof AccessChanged>;

/** Every API token, numbered like the access state. */
export const TokenList = Type.Object({ version: Type.Integer({ minimum: 0 }), tokens: Type.Array(TokenState) });
export type TokenList = Static<typeof TokenList>;
