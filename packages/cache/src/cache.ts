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

/** How a cache is opened; each adapter takes what concerns it. */
export interface CacheOptions {
  /** Begins every key, so that several products or test runs can share one server. */
  readonly prefix?: string;
  /** How long a method may take at most before it rejects with `CacheUnavailable` (250). */
  readonly timeoutMs?: number;
  /** The most that a cache in memory may hold (64 MiB). It forgets what was not used for longest. */
  readonly maxBytes?: number;
  /** The clock of a cache in memory, in milliseconds. */
  readonly now?: () => number;
}
