import type { Permission, Principal, TokenState, TokenType } from '@signalbox/contracts';
import type { Context, ReadContext } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishTokens } from '../../base/access-broadcast.ts';
import { apiTokenTable } from '../../tables/token.ts';

/** A credential of an application or a script. */
export class ApiToken extends apiTokenTable.entity.class {}
apiTokenTable.entity.setClass(ApiToken);

/** Path parameters of a token. */
export const tokenParams = Type.Object({ token: Type.String() });

export const isExpired = (credential: { readonly expiresAt?: Date | null | undefined }, now: Date): boolean =>
  credential.expiresAt !== null && credential.expiresAt !== undefined && credential.expiresAt <= now;

/** The token as services see it. Admin tokens may do everything, others only what SDKs do. */
export function tokenPrincipal({ id, name, type, projects, environment }: ApiToken): Principal {
  return {
    kind: 'api-token',
    id: null,
    name,
    rootRole: null,
    groups: [],
    tokenId: id,
    tokenType: type,
    projects,
    environment,
    accessVersion: 0,
  };
}

/** Actions on tokens. */
export type TokenVerb = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE';

/** Permission for an action on a token of that type. ADMIN always suffices. */
export const permissionFor = (verb: TokenVerb, type: TokenType): Permission =>
  type === 'admin' ? 'ADMIN' : `${verb}_${type === 'client' ? 'CLIENT' : 'FRONTEND'}_API_TOKEN`;

/** Permissions that routes declare: each allows the action for some type, and the handler checks the type at hand. */
export const permissionsFor = (verb: TokenVerb): Permission[] => ['ADMIN', permissionFor(verb, 'client'), permissionFor(verb, 'frontend')];

export const allowsToken = (context: Pick<ReadContext, 'access' | 'actor'>, verb: TokenVerb, type: TokenType): boolean =>
  context.access.allows(context.actor, [permissionFor(verb, type)]);

/** The token's projects that the actor can see, and `*`. A token without visible projects does not exist for the actor. */
export const projectsSeen = ({ access, actor }: Pick<ReadContext, 'access' | 'actor'>, { projects }: ApiToken): string[] =>
  projects.filter((project) => project === '*' || access.sees(actor, project));

/** The token as delivery caches it. */
const tokenState = ({ hash, name, type, projects, environment, expiresAt }: ApiToken): TokenState => ({
  hash,
  name,
  type,
  projects,
  environment,
  expiresAt: expiresAt?.getTime() ?? null,
});

/** Publishes a created or changed token. */
export const publishToken = (context: Context, token: ApiToken): void => publishTokens(context, new Map([[token.hash, tokenState(token)]]));

/** Publishes a deleted token. */
export const publishEnd = (context: Context, { hash }: ApiToken): void => publishTokens(context, new Map([[hash, null]]));

/** Project and environment of events about the token; null unless the token has exactly one. */
export function eventKeys({ projects, environment }: ApiToken): { project: string | null; environment: string | null } {
  const one = (names: readonly string[]) => (names.length === 1 && names[0] !== '*' ? (names[0] ?? null) : null);
  return { project: one(projects), environment: one([environment]) };
}
