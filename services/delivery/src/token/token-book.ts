import { isDeepStrictEqual } from 'node:util';
import { hashSecret, type TokenChanges, type TokenList, type TokenState } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';
import { isExpired } from './token.ts';

const rememberedSecrets = 5000;

/** All API tokens by hash. Caches the hashes of recently used secrets. */
export class TokenBook {
  #version = -1;
  #revocations = 0;
  #byHash = new Map<string, TokenState>();
  readonly #hashes = new LRUCache<string, string>({ max: rememberedSecrets });

  /** Version of the list; -1 before the first. */
  get version(): number {
    return this.#version;
  }

  /** Number of changes that revoked a token or changed its access. */
  get revocations(): number {
    return this.#revocations;
  }

  /** True if a list is loaded. */
  get ready(): boolean {
    return this.#version >= 0;
  }

  /** The list to save. */
  list(): TokenList {
    return { version: this.#version, tokens: [...this.#byHash.values()] };
  }

  replace({ version, tokens }: TokenList): void {
    const before = this.#byHash;
    this.#version = version;
    this.#byHash = new Map(tokens.map((token) => [token.hash, token]));
    const isRevoked = (token: TokenState) => !isDeepStrictEqual(this.#byHash.get(token.hash), token);
    if (before.values().some(isRevoked)) this.#revocations += 1;
  }

  /** Applies the changes that lead to the version. */
  apply(version: number, { changed, removed }: TokenChanges): void {
    this.#version = version;
    if ([...removed, ...changed.map(({ hash }) => hash)].some((hash) => this.#byHash.has(hash))) this.#revocations += 1;
    for (const token of changed) this.#byHash.set(token.hash, token);
    for (const hash of removed) this.#byHash.delete(hash);
  }

  /** True if the list has a token with this hash, expired or not. */
  knows(hash: string): boolean {
    return this.#byHash.has(hash);
  }

  /** The token with this hash; null if it does not exist or has expired. */
  at(hash: string, now: Date): TokenState | null {
    const token = this.#byHash.get(hash);
    return token && !isExpired(token, now) ? token : null;
  }

  /** The token whose hash starts with these digits; null if it does not exist or has expired. */
  startingWith(digits: string, now: Date): TokenState | null {
    for (const hash of this.#byHash.keys()) if (hash.startsWith(digits)) return this.at(hash, now);
    return null;
  }

  /** The token with this secret; null if it does not exist or has expired. */
  find(secret: string, now: Date): TokenState | null {
    const hash = this.#hashes.get(secret) ?? hashSecret(secret);
    const token = this.at(hash, now);
    if (token) this.#hashes.set(secret, hash);
    return token;
  }
}
