import type { ServerResponse } from 'node:http';
import { Failure } from '@signalbox/contracts';
import { callerOf, minuteMs, type OpenParts, type RateLimit, type Settings, type Surface } from '@signalbox/kit';
import { plainPath } from './normalize-url.ts';

/** Whether the limit counts a request to a path in its plain spelling. */
export const limitApplies = ({ method, paths }: RateLimit, asked: string, path: string): boolean =>
  (method === undefined || method === asked) &&
  paths.some((own) => (own.endsWith('/*') ? path.startsWith(own.slice(0, -1)) : path === own));

/** Counts a request against its limit, says so in `RateLimit-*`, and refuses it beyond. Resolves at once where no limit applies. */
export function rateLimiter(surfaces: readonly Surface[], settings: Settings, cache: OpenParts['cache']) {
  const limits = surfaces.flatMap(({ rateLimits = [] }) => rateLimits);
  return async (method: string, path: string, address: string, response: ServerResponse): Promise<void> => {
    const plain = plainPath(path);
    const limit = limits.find((candidate) => limitApplies(candidate, method, plain));
    if (!limit) return;
    const perMinute = settings.get(limit.perMinute);
    const { count, resetMs } = await cache.count(`rate:${limit.name}:${callerOf(address)}`, minuteMs);
    const resetSeconds = Math.ceil(resetMs / 1000);
    response.setHeader('ratelimit-limit', perMinute);
    response.setHeader('ratelimit-remaining', Math.max(0, perMinute - count));
    response.setHeader('ratelimit-reset', resetSeconds);
    response.setHeader('ratelimit-policy', `${perMinute};w=60`);
    if (count <= perMinute) return;
    throw new Failure('RateLimitError', `Too many requests: at most ${perMinute} a minute. Try again in ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
  };
}
