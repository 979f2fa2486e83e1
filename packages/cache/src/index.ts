export { type Cache, CacheUnavailable } from './cache.ts';
export { type CacheOptions, openCache } from './open-cache.ts';
