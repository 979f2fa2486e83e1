import { type Answer, type Client, openClient } from '@signalbox/testing';
import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import type { Product } from './product.ts';

/** Data about a running product. */
export type RunningProduct = Pick<Product, 'url' | 'tokens' | 'password'>;

/**
 * A product that another process starts and stops. Its processes may be replaced, so its clients retry with the same `Idempotency-Key`
 * after a 503 or a 425.
 */
export function attachTo(running: RunningProduct): Product {
  const agent = new Agent();
  const as = (headers: Record<string, string>) => patient(openClient(running.url, agent, () => headers));
  return {
    ...running,
    admin: as({ authorization: running.tokens.admin }),
    processes: null,
    pids: () => new Map(),
    as,
    crash: () => Promise.reject(new Error('a product of somebody else is never crashed')),
    close: () => agent.destroy(),
  };
}

/** A client that retries for a while if there is no response or a temporary error. */
export function patient(client: Client): Client {
  return {
    get: (path, options) => untilAvailable(() => client.get(path, options)),
    post: (path, body, options) =>
      untilAvailable(
        path.startsWith('/api/admin/')
          ? withKey((keyed) => client.post(path, body, keyed), options)
          : () => client.post(path, body, options),
      ),
    put: (path, body, options) => untilAvailable(withKey((keyed) => client.put(path, body, keyed), options)),
    patch: (path, body, options) => untilAvailable(withKey((keyed) => client.patch(path, body, keyed), options)),
    delete: (path, options) => untilAvailable(withKey((keyed) => client.delete(path, keyed), options)),
    bytes: (path, options) => client.bytes(path, options),
  };
}

type Options = Parameters<Client['get']>[1];

function withKey(call: (options: Options) => Promise<Answer>, options: Options = {}): () => Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID(), ...options.headers };
  return () => call({ ...options, headers });
}

/** Failures after which a request is retried: the process is unavailable or does not have the caller's latest state yet. */
const repeated: readonly unknown[] = ['UnavailableError', 'TooEarlyError'];
const retryMs = 100;
const giveUpMs = 30_000;

export async function untilAvailable(call: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + giveUpMs;
  for (;;) {
    const isLast = Date.now() > end;
    const answer = await (isLast ? call() : call().catch(() => null));
    if (answer && (isLast || !repeated.includes(answer.body?.name))) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
