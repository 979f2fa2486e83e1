import type { Cache, CacheOptions } from './cache.ts';

type Open = (urls: readonly string[], options: CacheOptions) => Promise<Cache>;

/** Imported on demand, so that a process without Redis never loads its client. */
const openRedis: Open = async (urls, options) => (await import('./redis-cache.ts')).openRedisCache(urls, options);

const adapters: Readonly<Record<string, Open>> = {
  'memory:': async (_, options) => (await import('./memory-cache.ts')).openMemoryCache(options),
  'redis:': openRedis,
  'rediss:': openRedis,
  'redis-sentinel:': openRedis,
  'rediss-sentinel:': openRedis,
  'redis-cluster:': openRedis,
  'rediss-cluster:': openRedis,
};

/** Schemes of the URLs that `openCache` accepts. */
const cacheSchemes: readonly string[] = Object.keys(adapters);

/**
 * Opens the cache at the URLs: `memory:`, `redis://host:port`, `redis-sentinel://host:port/primary` for each sentinel, or
 * `redis-cluster://host:port` for some members of a cluster; `rediss` instead of `redis` is with TLS. An unavailable server is no failure:
 * the cache has `connected: false`, rejects at once, and works when the server comes up. Throws for another scheme.
 */
export async function openCache(urls: readonly string[], options: CacheOptions = {}): Promise<Cache> {
  const [url = ''] = urls;
  const scheme = URL.parse(url)?.protocol ?? '';
  const open = adapters[scheme];
  if (open === undefined) throw new Error(`The cache has no adapter for "${scheme}", only for ${cacheSchemes.join(' ')}`);
  return open(urls, options);
}
