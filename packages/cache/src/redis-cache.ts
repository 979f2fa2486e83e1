import { pause } from '@signalbox/timing';
import { Redis } from 'ioredis';
import { type Cache, type CacheOptions, CacheUnavailable } from './cache.ts';
import { roundUpMs } from './round-up-ms.ts';

const defaultTimeoutMs = 250;
const maxPauseMs = 1000;

/** Counts and starts the window in one step, so that no crash in between can leave a window without end. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** A cache on a Redis server. Never fails to open: waits briefly for the server, then reconnects for ever. */
export async function openRedisCache(url: string, { prefix = '', timeoutMs = defaultTimeoutMs }: CacheOptions): Promise<Cache> {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    lazyConnect: true,
    commandTimeout: timeoutMs,
    // Nothing waits for a connection: a command that cannot be sent at once is a miss.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 4 * timeoutMs,
    // Disconnects a server that is silent for this long, so that commands do not pile up.
    socketTimeout: 4 * timeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), maxPauseMs),
  });
  redis.on('error', () => undefined);
  const connecting = redis.connect().catch(() => undefined);
  const connected = new AbortController();
  await Promise.race([connecting, pause(timeoutMs, connected.signal)]);
  connected.abort();
  return new RedisCache(redis);
}

class RedisCache implements Cache {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  get connected(): boolean {
    return this.#redis.status === 'ready';
  }

  get(key: string): Promise<Buffer | null> {
    return orUnavailable(this.#redis.getBuffer(valueKey(key)));
  }

  async set(key: string, value: Buffer | string, ttlMs: number): Promise<void> {
    await orUnavailable(this.#redis.set(valueKey(key), value, 'PX', roundUpMs(ttlMs)));
  }

  async count(key: string, windowMs: number): Promise<{ count: number; resetMs: number }> {
    const answer = await orUnavailable(this.#redis.eval(countScript, 1, `count:${key}`, roundUpMs(windowMs)));
    const [count, resetMs] = answer as [number, number];
    return { count, resetMs };
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }
}

/** Separates values from counters, as in memory. */
function valueKey(key: string): string {
  return `value:${key}`;
}

async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    throw new CacheUnavailable('Redis is unavailable or too slow', { cause: failure });
  }
}
