import { LRUCache } from 'lru-cache';
import { type Cache, type CacheOptions, CacheUnavailable } from './cache.ts';
import { roundUpMs } from './round-up-ms.ts';

/** Larger values are not cached. A snapshot of thousands of features is of no use in the process that would restore it. */
const defaultMaxBytes = 4 * 1024 * 1024;
/** Approximate overhead of an entry besides its key and value. */
const entryBytes = 128;
const maxCounters = 100_000;

interface Counter {
  count: number;
  readonly endsAt: number;
}

interface Entry {
  readonly value: Buffer;
  readonly expiresAt: number;
}

/** A cache in this process, limited in bytes. Values are copied on the way in and out, as with a server. */
export function openMemoryCache({ maxBytes = defaultMaxBytes, now = Date.now }: CacheOptions): Cache {
  return new MemoryCache(maxBytes, now);
}

class MemoryCache implements Cache {
  connected = true;
  readonly #entries: LRUCache<string, Entry>;
  /** Limited by `maxSize`, because a cache with `max` allocates room for all its entries at once: 8 ms for these. */
  readonly #counters = new LRUCache<string, Counter>({ maxSize: maxCounters, sizeCalculation: () => 1 });
  readonly #now: () => number;

  constructor(maxBytes: number, now: () => number) {
    const sizeCalculation = (entry: Entry, key: string) => entryBytes + 2 * key.length + entry.value.length;
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation });
    this.#now = now;
  }

  async get(key: string): Promise<Buffer | null> {
    this.#refuseIfClosed();
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    if (entry.expiresAt > this.#now()) return Buffer.from(entry.value);
    this.#entries.delete(key);
    return null;
  }

  async set(key: string, value: Buffer | string, ttlMs: number): Promise<void> {
    this.#refuseIfClosed();
    this.#entries.set(key, { value: Buffer.from(value as Buffer), expiresAt: this.#now() + roundUpMs(ttlMs) });
  }

  async count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }> {
    this.#refuseIfClosed();
    const now = this.#now();
    const length = roundUpMs(windowMs);
    const open = this.#counters.get(key);
    const counter = open !== undefined && open.endsAt > now ? open : { count: 0, endsAt: now + length };
    counter.count += 1;
    this.#counters.set(key, counter);
    return { count: counter.count, resetMs: counter.endsAt - now };
  }

  async close(): Promise<void> {
    this.connected = false;
    this.#entries.clear();
    this.#counters.clear();
  }

  #refuseIfClosed(): void {
    if (!this.connected) throw new CacheUnavailable('the cache is closed');
  }
}
