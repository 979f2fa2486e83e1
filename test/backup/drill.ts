import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openClient } from '@signalbox/testing';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { startFauxqs } from 'fauxqs';
import { Agent } from 'undici';
import { addressesOf, answersOf } from './every-get.ts';
import type { Instance } from './instance.fixture.ts';

/** S3-compatible storage that containers reach at this address, and a key of age. */
export async function openStorage(address: string) {
  const storage = await startFauxqs({ port: 0, host: '0.0.0.0', logger: false, init: { buckets: ['backups'] } });
  const identity = await generateIdentity();
  return {
    identity,
    recipient: await identityToRecipient(identity),
    variables: { AWS_ENDPOINT_URL: `http://${address}:${storage.port}`, AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' },
    close: () => storage.stop(),
  };
}

const [maxReads, betweenReadsMs] = [30, 1000];

/** Reads until two results are equal: jobs store what follows from the last changes, such as since when a feature is constant. */
async function whenStill<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (let reads = 1; reads < maxReads; reads += 1) {
    await pause(betweenReadsMs);
    const next = await read();
    if (isDeepStrictEqual(last, next)) break;
    last = next;
  }
  return last;
}

/** Remembers the responses of an instance before a backup. `compare` asserts that the restored one, at the same URL, returns the same. */
export async function beginDrill(url: string, password: string) {
  const agent = new Agent();
  const as = (headers: Record<string, string>) => openClient(url, agent, () => headers);
  const logIn = async () => {
    const { status, headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
    equal(status, 200);
    return as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
  };
  const admin = await logIn();
  const withToken = async (type: string) => {
    const token = { tokenName: `drill-${type}`, type, environment: 'development', projects: ['default'] };
    const { status, body } = await admin.post('/api/admin/api-tokens', token);
    equal(status, 201);
    return as({ authorization: (body as { secret: string }).secret });
  };
  const clients = { client: await withToken('client'), frontend: await withToken('frontend') };
  const instance: Instance = { url, admin, clients, logIn, close: () => agent.destroy() };
  const addresses = await addressesOf(instance);
  const before = await whenStill(() => answersOf(instance, addresses));
  ok(before.size > 0);
  return {
    async compare(): Promise<number> {
      const after = await answersOf({ ...instance, admin: await logIn() }, addresses);
      for (const [address, answer] of before) deepEqual(after.get(address), answer, address);
      return before.size;
    },
    close: () => agent.destroy(),
  };
}
