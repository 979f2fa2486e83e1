export { type Cache, type CacheOptions, CacheUnavailable } from './cache.ts';
export { openCache } from './open-cache.ts';
