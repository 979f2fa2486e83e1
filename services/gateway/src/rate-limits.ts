import type { ServerResponse } from 'node:http';
import { Failure } from '@signalbox/contracts';
import { minuteMs, type OpenParts, type Settings } from '@signalbox/kit';
import { callerOf } from './client-address.ts';

interface Limit {
  readonly name: string;
  readonly perMinute: number;
  readonly applies: (method: string, path: string) => boolean;
}

/** The limits of the wire (reference: toggle side §1, evaluation side §5.3); every number is a setting. */
function limitsOf(settings: Settings): Limit[] {
  const sdk = (name: string, ...paths: string[]): Limit => ({
    name,
    perMinute: settings.sdkRequestsPerMinute,
    applies: (method, path) => method === 'POST' && paths.includes(path),
  });
  return [
    { name: 'login', perMinute: settings.loginsPerMinute, applies: (_method, path) => path.startsWith('/auth/simple/') },
    {
      name: 'user-creation',
      perMinute: settings.userCreationsPerMinute,
      applies: (method, path) => method === 'POST' && path === '/api/admin/user-admin',
    },
    sdk('client-metrics', '/api/client/metrics', '/api/client/metrics/bulk', '/edge/metrics'),
    sdk('client-register', '/api/client/register'),
    sdk('frontend-metrics', '/api/frontend/client/metrics', '/api/proxy/client/metrics'),
    sdk('frontend-register', '/api/frontend/client/register', '/api/proxy/client/register'),
  ];
}

/** Counts a request against its limit, says so in `RateLimit-*`, and refuses it beyond. Resolves at once where no limit applies. */
export function rateLimiter(settings: Settings, cache: OpenParts['cache']) {
  const limits = limitsOf(settings);
  return async (method: string, path: string, address: string, response: ServerResponse): Promise<void> => {
    const route = path.replace(/\/$/, ''); // A slash at the end leads to the same route.
    const limit = limits.find(({ applies }) => applies(method, route));
    if (!limit) return;
    const { count, resetMs } = await cache.count(`rate:${limit.name}:${callerOf(address)}`, minuteMs);
    const resetSeconds = Math.ceil(resetMs / 1000);
    response.setHeader('ratelimit-limit', limit.perMinute);
    response.setHeader('ratelimit-remaining', Math.max(0, limit.perMinute - count));
    response.setHeader('ratelimit-reset', resetSeconds);
    response.setHeader('ratelimit-policy', `${limit.perMinute};w=60`);
    if (count <= limit.perMinute) return;
    throw new Failure('RateLimitError', `Too many requests: at most ${limit.perMinute} a minute. Try again in ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
  };
}
