import { isDeepStrictEqual } from 'node:util';
import type { Principal, TokenState } from '@signalbox/contracts';

export const isExpired = (token: TokenState, now: Date): boolean => token.expiresAt !== null && token.expiresAt <= now.getTime();

const principals = new WeakMap<TokenState, Principal>();
const tokens = new WeakMap<Principal, TokenState>();

/** The token as the routes see who calls; the same principal each time. */
export function principalOf(token: TokenState): Principal {
  const known = principals.get(token);
  if (known) return known;
  const { name, type, projects, environment } = token;
  const principal: Principal = {
    kind: 'api-token',
    id: null,
    name,
    rootRole: null,
    groups: [],
    tokenType: type,
    projects,
    environment,
    accessVersion: 0,
  };
  principals.set(token, principal);
  tokens.set(principal, token);
  return principal;
}

/** The token that a principal was made of; undefined for anybody else. */
export const tokenOf = (principal: Principal): TokenState | undefined => tokens.get(principal);

/** Whether two tokens open the same. */
export const isSameScope = (one: TokenState, other: TokenState): boolean =>
  one.type === other.type && one.environment === other.environment && isDeepStrictEqual(one.projects, other.projects);

/** The environment that counts for an application that says `asked`, empty for none: the token's own, unless it is good for all. */
export function environmentOf({ type, environment }: Pick<TokenState, 'type' | 'environment'>, asked: string | undefined): string {
  return type === 'admin' || environment === '*' ? asked || 'default' : environment;
}
