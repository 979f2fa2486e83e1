import { isDeepStrictEqual } from 'node:util';
import type { Principal, TokenState } from '@signalbox/contracts';

export const isExpired = (token: TokenState, now: Date): boolean => token.expiresAt !== null && token.expiresAt <= now.getTime();

/** The token as the routes see who calls. */
export const principalOf = ({ name, type, projects, environment }: TokenState): Principal => ({
  kind: 'api-token',
  id: null,
  name,
  rootRole: null,
  groups: [],
  tokenType: type,
  projects,
  environment,
  accessVersion: 0,
});

/** Whether two tokens open the same. */
export const isSameScope = (one: TokenState, other: TokenState): boolean =>
  one.type === other.type && one.environment === other.environment && isDeepStrictEqual(one.projects, other.projects);

/** The environment that counts for a program that says `asked`, empty for none: the token's own, unless it is good for all. */
export function environmentOf({ type, environment }: Pick<TokenState, 'type' | 'environment'>, asked: string | undefined): string {
  return type === 'admin' || environment === '*' ? asked || 'default' : environment;
}
