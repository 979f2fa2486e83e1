/**
 * A cache for data that may be lost at any time. Every method responds within its deadline or rejects with `CacheUnavailable`, which
 * callers treat as a miss.
 */
export interface Cache {
  get(key: string): Promise<Buffer | null>;
  /** Stores for at most `ttlMs`. */
  set(key: string, value: Buffer | string, ttlMs: number): Promise<void>;
  /**
   * Increments a counter in a fixed window that begins with the first count, atomically across all processes that share the cache. Returns
   * the count, including this one, and the milliseconds until the window ends.
   */
  count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }>;
  /** True if the cache currently responds. */
  readonly connected: boolean;
  close(): Promise<void>;
}

/** The cache is down or too slow. Never caused by the caller. */
export class CacheUnavailable extends Error {
  override readonly name = 'CacheUnavailable';
}

/** Options of all adapters. Each uses its own. */
export interface CacheOptions {
  /** Prefix of all keys, so that several products or test runs can share one server. */
  readonly prefix?: string;
  /** Deadline of a method, after which it rejects with `CacheUnavailable` (250). */
  readonly timeoutMs?: number;
  /** Maximum size of a cache in memory (64 MiB). It evicts the least recently used entries. */
  readonly maxBytes?: number;
  /** The clock of a cache in memory, in milliseconds. */
  readonly now?: () => number;
}
