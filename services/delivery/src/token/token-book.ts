import { hashSecret, type TokenList, type TokenState } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';
import { isExpired } from './token.ts';

const rememberedSecrets = 5000;

/** All API tokens by hash. Secrets that were found lately are remembered, so that they are not hashed again. */
export class TokenBook {
  #list: TokenList | null = null;
  #byHash = new Map<string, TokenState>();
  readonly #found = new LRUCache<string, TokenState>({ max: rememberedSecrets });

  /** The list held, null before there is one. */
  get list(): TokenList | null {
    return this.#list;
  }

  hold(list: TokenList): void {
    this.#list = list;
    this.#byHash = new Map(list.tokens.map((token) => [token.hash, token]));
    this.#found.clear();
  }

  /** Whether a token is on the list with this hash, expired or not. */
  knows(hash: string): boolean {
    return this.#byHash.has(hash);
  }

  /** The token with this hash; null when there is none, or when it has expired. */
  at(hash: string, now: Date): TokenState | null {
    const token = this.#byHash.get(hash);
    return token && !isExpired(token, now) ? token : null;
  }

  /** The token with this secret; null when there is none, or when it has expired. */
  find(secret: string, now: Date): TokenState | null {
    const token = this.#found.get(secret) ?? this.#byHash.get(hashSecret(secret));
    if (!token || isExpired(token, now)) return null;
    this.#found.set(secret, token);
    return token;
  }
}
