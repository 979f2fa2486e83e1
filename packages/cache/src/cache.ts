/**
 * The cache: what may be lost at any time. Every method answers within its deadline or rejects with `CacheUnavailable`;
 * callers treat that as a miss.
 */
export interface Cache {
  get(key: string): Promise<Buffer | null>;
  /** Stores for `ttlMs` at most. */
  set(key: string, value: Buffer | string, ttlMs: number): Promise<void>;
  /**
   * Counts one more in a fixed window that begins with the first count: atomic over all processes that share the cache.
   * Answers the count including this one and the milliseconds until the window ends.
   */
  count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }>;
  /** Whether the cache answers at present. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** The cache is away or too slow. Never an error of the caller. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable';
}
