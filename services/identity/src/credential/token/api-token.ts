import type { Permission, Principal, TokenState, TokenType } from '@signalbox/contracts';
import type { Context, ReadContext } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishTokens } from '../../base/access-broadcast.ts';
import { apiTokenTable } from '../../tables/token.ts';

/** What an application or a script identifies itself with. */
export class ApiToken extends apiTokenTable.entity.class {}
apiTokenTable.entity.setClass(ApiToken);

/** What a path names a token by. */
export const tokenParams = Type.Object({ token: Type.String() });

export const isExpired = (credential: { readonly expiresAt?: Date | null | undefined }, now: Date): boolean =>
  credential.expiresAt !== null && credential.expiresAt !== undefined && credential.expiresAt <= now;

/** The token as services see it: an admin token may do everything, the others only what SDKs do. */
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

/** What may be done with tokens. */
export type TokenVerb = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE';

/** What is needed to do something to a token of that type; ADMIN always does. */
export const permissionFor = (verb: TokenVerb, type: TokenType): Permission =>
  type === 'admin' ? 'ADMIN' : `${verb}_${type === 'client' ? 'CLIENT' : 'FRONTEND'}_API_TOKEN`;

/** What routes declare: each of these opens some type, the handler asks again for the type at hand. */
export const permissionsFor = (verb: TokenVerb): Permission[] => ['ADMIN', permissionFor(verb, 'client'), permissionFor(verb, 'frontend')];

export const allowsToken = (context: Pick<ReadContext, 'access' | 'actor'>, verb: TokenVerb, type: TokenType): boolean =>
  context.access.allows(context.actor, [permissionFor(verb, type)]);

/** Of the projects of a token, those that the actor may know of, and `*`. A token of which none remain does not exist for the actor. */
export const projectsSeen = ({ access, actor }: Pick<ReadContext, 'access' | 'actor'>, { projects }: ApiToken): string[] =>
  projects.filter((project) => project === '*' || access.sees(actor, project));

/** The token as delivery holds it. */
const tokenState = ({ hash, name, type, projects, environment, expiresAt }: ApiToken): TokenState => ({
  hash,
  name,
  type,
  projects,
  environment,
  expiresAt: expiresAt?.getTime() ?? null,
});

/** Tells of a token that was made or changed. */
export const publishToken = (context: Context, token: ApiToken): void => publishTokens(context, new Map([[token.hash, tokenState(token)]]));

/** Tells of a token that is gone. */
export const publishEnd = (context: Context, { hash }: ApiToken): void => publishTokens(context, new Map([[hash, null]]));

/** Where events about the token belong: null for a project or environment that is not just one. */
export function eventKeys({ projects, environment }: ApiToken): { project: string | null; environment: string | null } {
  const one = (names: readonly string[]) => (names.length === 1 && names[0] !== '*' ? (names[0] ?? null) : null);
  return { project: one(projects), environment: one([environment]) };
}
