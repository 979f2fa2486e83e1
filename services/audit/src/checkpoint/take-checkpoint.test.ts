import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import type { Job } from '@signalbox/kit';
import { eventually, start, type StartOptions, type TestApp } from '@signalbox/testing';
import { compactVerify, importJWK, type JWK } from 'jose';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';
import { CheckpointKey } from './checkpoint-key.ts';
import { takeCheckpoints } from './take-checkpoint.ts';

const path = '/api/admin/audit/checkpoints';
const dayMs = 86_400_000;
const jobs = [{ ...takeCheckpoints, everyMs: 20 } as Job<never>];

interface CheckpointList {
  checkpoints: { number: number; eventId: number; hash: string; droppedTo: number; createdAt: string; keyId: string; jws: string }[];
  keys: (JWK & { kid: string })[];
  next: number | null;
}

describe('the checkpoints of the log', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-01T08:00:00.000Z');
  let position = 0;
  const open = async (options: StartOptions = {}) => {
    const { settings, ...others } = options;
    app = await start([{ ...audit, jobs }], {
      jobs: true,
      effects: { now: () => new Date(clock) },
      settings: { AUDIT_CHECKPOINT_EVENTS: '3', ...settings },
      ...others,
    });
  };
  const add = (count: number) =>
    publish(
      app,
      Array.from({ length: count }, () => emittedEvent((position += 1))),
    );
  const list = async (query = ''): Promise<CheckpointList> => (await app.as(app.users.admin).get(`${path}${query}`)).body;
  const signedEvents = async () => (await list()).checkpoints.map(({ eventId }) => eventId);
  const signs = (...events: number[]) => eventually(async () => deepEqual(await signedEvents(), events));

  beforeEach(async () => {
    position = 0;
    await open();
  });
  afterEach(() => app.close());

  it('are taken for the first event, then after a number of events or minutes, and contain the last event and its hash', async () => {
    await add(1);
    await signs(1);
    await add(2);
    deepEqual(await signedEvents(), [1]);
    await add(1);
    await signs(4, 1);
    await add(1);
    clock += 3_600_000;
    await signs(5, 4, 1);
    const { hash } = (await app.store('audit').reader().execute<{ hash: string }[]>('select hash from event where id = 5'))[0] ?? {};
    const [last] = (await list()).checkpoints;
    deepEqual(
      { ...last, keyId: '', jws: '' },
      { number: 3, eventId: 5, hash, droppedTo: 0, createdAt: new Date(clock).toISOString(), keyId: '', jws: '' },
    );
  });

  it('are signed by a key in the response', async () => {
    await add(1);
    await signs(1);
    const { checkpoints, keys } = await list();
    const [{ jws, keyId, ...signed } = { jws: '', keyId: '' }] = checkpoints;
    equal(keys[0]?.kid, keyId);
    const { payload } = await compactVerify(jws, await importJWK(keys[0] ?? {}, 'EdDSA'));
    deepEqual(JSON.parse(new TextDecoder().decode(payload)), signed);
  });

  it('come in pages, newest first', async () => {
    for (let events = 1; events <= 4; events += 1) {
      await add(events === 1 ? 1 : 3);
      await eventually(async () => equal((await list()).checkpoints.length, events));
    }
    const numbers = async (query: string) => {
      const { checkpoints, next } = await list(query);
      return [checkpoints.map(({ number }) => number), next];
    };
    deepEqual(await numbers('?limit=3'), [[4, 3, 2], 2]);
    deepEqual(await numbers('?limit=3&before=2'), [[1], null]);
    equal((await app.as(app.users.admin).get(`${path}?limit=1001`)).status, 400);
  });

  it('are signed by a new key after the key lifetime; the old key still verifies, but cannot sign', async () => {
    await add(1);
    await signs(1);
    clock += 365 * dayMs;
    await add(1);
    await signs(2, 1);
    const { checkpoints, keys } = await list();
    deepEqual(
      checkpoints.map(({ keyId }) => keyId),
      keys.map(({ kid }) => kid),
    );
    const stored = await app
      .store('audit')
      .reader()
      .find(CheckpointKey, {}, { orderBy: { createdAt: 'asc' } });
    deepEqual(
      stored.map(({ privateD }) => typeof privateD),
      ['object', 'string'],
    );
    equal((await app.as(app.users.admin).get('/api/admin/audit/verify')).body.verified, true);
  });

  it('are still signed by the stored, encrypted key after an encryption key was added', async () => {
    await add(1);
    await signs(1);
    const [key] = await app.store('audit').reader().find(CheckpointKey, {});
    notEqual(Buffer.from(key?.privateD ?? '', 'base64url').length, 32);
    const { workspace } = app;
    await app.close({ keepData: true });
    await open({ workspace, settings: { ENCRYPTION_KEY: 'another key of the settings which is long' } });
    await add(3);
    await signs(4, 1);
    const { checkpoints, keys } = await list();
    deepEqual([...checkpoints.map(({ keyId }) => keyId), ...keys.map(({ kid }) => kid)], [key?.id, key?.id, key?.id]);
    equal((await app.as(app.users.admin).get('/api/admin/audit/verify')).body.verified, true);
    match(keys[0]?.kid ?? '', /^[\w-]{43}$/);
  });

  it('require an administrator', async () => {
    for (const each of [path, '/api/admin/audit/verify']) {
      equal((await app.as(app.users.viewer).get(each)).status, 403);
      equal((await app.as(null).get(each)).status, 401);
    }
    ok((await list()).checkpoints.length === 0);
  });
});
