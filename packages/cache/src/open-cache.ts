import type { Cache, CacheOptions } from './cache.ts';

type Open = (url: string, options: CacheOptions) => Promise<Cache>;

/** Adapters by scheme, loaded on demand, so that a process without Redis never loads its client. */
const adapters: Readonly<Record<string, Open>> = {
  'memory:': async (_, options) => (await import('./memory-cache.ts')).openMemoryCache(options),
  'redis:': async (url, options) => (await import('./redis-cache.ts')).openRedisCache(url, options),
  'rediss:': async (url, options) => (await import('./redis-cache.ts')).openRedisCache(url, options),
};

/**
 * Opens the cache at the URL: `memory:` or `redis://host:port` (`rediss:` with TLS). An unavailable server is no failure: the cache has
 * `connected: false`, rejects at once, and works when the server comes up. Throws for another scheme.
 */
export async function openCache(url: string, options: CacheOptions = {}): Promise<Cache> {
  const scheme = URL.parse(url)?.protocol ?? '';
  const open = adapters[scheme];
  if (open === undefined) throw new Error(`The cache URL must be memory: or redis://host:port; got "${scheme || url}"`);
  return open(url, options);
}
