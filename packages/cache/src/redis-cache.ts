import { pause } from '@signalbox/timing';
import { type Cache, type CacheOptions, CacheUnavailable } from './cache.ts';
import { type RedisClient, redisClient } from './redis-client.ts';
import { roundUpMs } from './round-up-ms.ts';

const defaultTimeoutMs = 250;

/** Counts and starts the window in one step, so that no crash in between can leave a window without end. */
const countScript = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`;

/** A cache on Redis. Never fails to open: waits briefly for the servers, then reconnects for ever. */
export async function openRedisCache(urls: readonly string[], { prefix = '', timeoutMs = defaultTimeoutMs }: CacheOptions): Promise<Cache> {
  const redis = redisClient(urls, prefix, timeoutMs);
  redis.on('error', () => undefined);
  const connecting = redis.connect().catch(() => undefined);
  const connected = new AbortController();
  await Promise.race([connecting, pause(timeoutMs, connected.signal)]);
  connected.abort();
  return new RedisCache(redis);
}

class RedisCache implements Cache {
  readonly #redis: RedisClient;

  constructor(redis: RedisClient) {
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
