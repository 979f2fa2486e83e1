import { hashSecret, type TokenChanges, type TokenList, type TokenState } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';
import { isExpired } from './token.ts';

const rememberedSecrets = 5000;

/** All API tokens by hash. Of secrets that were found lately the hash is remembered, so that it is not computed again. */
export class TokenBook {
  #version = -1;
  #byHash = new Map<string, TokenState>();
  readonly #hashes = new LRUCache<string, string>({ max: rememberedSecrets });

  /** The version held, -1 before there is one. */
  get version(): number {
    return this.#version;
  }

  /** Whether there is a list at all. */
  get ready(): boolean {
    return this.#version >= 0;
  }

  /** The list as it is saved. */
  list(): TokenList {
    return { version: this.#version, tokens: [...this.#byHash.values()] };
  }

  hold({ version, tokens }: TokenList): void {
    this.#version = version;
    this.#byHash = new Map(tokens.map((token) => [token.hash, token]));
  }

  /** Moves on to the version that the changes lead to. */
  apply(version: number, { changed, removed }: TokenChanges): void {
    this.#version = version;
    for (const token of changed) this.#byHash.set(token.hash, token);
    for (const hash of removed) this.#byHash.delete(hash);
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
    const hash = this.#hashes.get(secret) ?? hashSecret(secret);
    const token = this.at(hash, now);
    if (token) this.#hashes.set(secret, hash);
    return token;
  }
}
