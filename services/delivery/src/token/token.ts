import { isDeepStrictEqual } from 'node:util';
import type { Principal, TokenState } from '@signalbox/contracts';

export const isExpired = (token: TokenState, now: Date): boolean => token.expiresAt !== null && token.expiresAt <= now.getTime();

/** An API token as the caller of a request. The token is private, so that it is never serialized with the principal. */
class TokenCaller implements Principal {
  readonly #token: TokenState;
  readonly kind = 'api-token';
  readonly id = null;
  readonly name: string;
  readonly rootRole = null;
  readonly groups = [];
  readonly tokenType: TokenState['type'];
  readonly projects: TokenState['projects'];
  readonly environment: string;
  readonly accessVersion = 0;

  constructor(token: TokenState) {
    this.#token = token;
    this.name = token.name;
    this.tokenType = token.type;
    this.projects = token.projects;
    this.environment = token.environment;
  }

  get token(): TokenState {
    return this.#token;
  }
}

/** The token as the principal of a request. */
export const principalOf = (token: TokenState): Principal => new TokenCaller(token);

/** The token that a principal was made from; undefined for other principals. */
export const tokenOf = (principal: Principal): TokenState | undefined => (principal instanceof TokenCaller ? principal.token : undefined);

/** True if two tokens have the same access. */
export const isSameScope = (one: TokenState, other: TokenState): boolean =>
  one.type === other.type && one.environment === other.environment && isDeepStrictEqual(one.projects, other.projects);

/** The environment of an application: that of the token, or the requested one (`default` if empty) if the token allows all environments. */
export function environmentOf({ type, environment }: Pick<TokenState, 'type' | 'environment'>, requested: string | undefined): string {
  return type === 'admin' || environment === '*' ? requested || 'default' : environment;
}
