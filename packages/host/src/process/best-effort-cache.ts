import { type Cache, CacheUnavailable } from '@signalbox/cache';
import type { OpenParts } from '@signalbox/kit';

/** The cache for services: an unavailable cache is a miss, and counting continues in this process alone. */
export function bestEffort(cache: Cache, local: Cache): OpenParts['cache'] {
  const or = async <T>(work: Promise<T>, instead: () => T | Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof CacheUnavailable) return instead();
      throw error;
    }
  };
  return {
    get: (key) => or(cache.get(key), () => null),
    set: (key, value, ttlMs) => or(cache.set(key, value, ttlMs), () => undefined),
    count: (key, windowMs) => or(cache.count(key, windowMs), () => local.count(key, windowMs)),
  };
}
