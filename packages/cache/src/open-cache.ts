import type { Cache, CacheOptions } from './cache.ts';

type Open = (url: string, options: CacheOptions) => Promise<Cache>;

/** Which adapter serves which scheme. Loaded when chosen: a process without Redis never reads its client. */
const adapters: Readonly<Record<string, Open>> = {
  'memory:': async (_, options) => (await import('./memory-cache.ts')).openMemoryCache(options),
  'redis:': async (url, options) => (await import('./redis-cache.ts')).openRedisCache(url, options),
  'rediss:': async (url, options) => (await import('./redis-cache.ts')).openRedisCache(url, options),
};

/**
 * Opens the cache that the URL names: `memory:` or `redis://host:port` (`rediss:` with TLS). A server that is away is no
 * failure: the cache says `connected: false`, rejects at once, and works when the server comes. Throws on another scheme.
 */
export async function openCache(url: string, options: CacheOptions = {}): Promise<Cache> {
  const scheme = URL.parse(url)?.protocol ?? '';
  const open = adapters[scheme];
  if (open === undefined) throw new Error(`A cache is memory: or redis://host:port, not "${scheme || url}"`);
  return open(url, options);
}
