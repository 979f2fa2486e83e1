import type { ServerResponse } from 'node:http';
import { Failure } from '@signalbox/contracts';
import { callerOf } from './client-address.ts';
import { minuteMs } from '../durations.ts';
import { plainPath } from './normalize-url.ts';
import type { OpenParts } from '../service.ts';
import type { Settings } from '../settings/settings.ts';
import type { RateLimit, Surface } from '../settings/surface.ts';

/** Returns true if the limit applies to a request. `path` is in its plain spelling. */
export const limitApplies = ({ method, paths }: RateLimit, requested: string, path: string): boolean =>
  (method === undefined || method === requested) &&
  paths.some((own) => (own.endsWith('/*') ? path.startsWith(own.slice(0, -1)) : path === own));

/** Counts a request against its limit, sends `RateLimit-*`, and rejects it beyond the limit. Returns undefined if no limit applies. */
export function rateLimiter(surfaces: readonly Surface[], settings: Settings, cache: Pick<OpenParts['cache'], 'count'>) {
  const limits = surfaces.flatMap(({ rateLimits = [] }) => rateLimits);
  return (method: string, path: string, address: string, response: ServerResponse): Promise<void> | undefined => {
    if (!limits.some((limit) => limit.method === undefined || limit.method === method)) return undefined;
    const plain = plainPath(path);
    const limit = limits.find((candidate) => limitApplies(candidate, method, plain));
    return limit && countAgainst(limit, address, response);
  };

  async function countAgainst({ name, perMinute: setting }: RateLimit, address: string, response: ServerResponse): Promise<void> {
    const perMinute = settings.get(setting);
    const { count, resetMs } = await cache.count(`rate:${name}:${callerOf(address)}`, minuteMs);
    const resetSeconds = Math.ceil(resetMs / 1000);
    response.setHeader('ratelimit-limit', perMinute);
    response.setHeader('ratelimit-remaining', Math.max(0, perMinute - count));
    response.setHeader('ratelimit-reset', resetSeconds);
    response.setHeader('ratelimit-policy', `${perMinute};w=60`);
    if (count <= perMinute) return;
    throw new Failure('RateLimitError', `Too many requests: the limit is ${perMinute} per minute. Try again in ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
  }
}
