import { deepEqual, equal } from 'node:assert/strict';
import type { Job } from '@signalbox/kit';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { compactVerify, importJWK, type JWK } from 'jose';
import { takeCheckpoints } from '../checkpoint/take-checkpoint.ts';
import { readSigned } from '../checkpoint/checkpoint.ts';
import { emittedEvent, publish } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';

const path = '/api/admin/audit/report-signatures';
const sha256 = '0123456789abcdef'.repeat(4);
const jobs = [{ ...takeCheckpoints, everyMs: 20 } as Job<never>];

describe('the signature of a report', () => {
  let app: TestApp;
  const createdAt = '2026-03-01T08:00:00.000Z';
  before(async () => {
    app = await start([{ ...audit, jobs }], { jobs: true, effects: { now: () => new Date(createdAt) } });
  });
  after(() => app.close());
  const sign = (body: object = { sha256 }, user: TestApp['users']['admin'] | null = app.users.admin) => app.as(user).post(path, body);
  const readKeys = async (): Promise<(JWK & { kid: string })[]> =>
    (await app.as(app.users.admin).get('/api/admin/audit/checkpoints')).body.keys;

  it('needs the key of a checkpoint, and creates none', async () => {
    const { status, body } = await sign();
    deepEqual([status, body.name], [503, 'UnavailableError']);
    deepEqual(await readKeys(), []);
  });

  it('contains digest, caller and time, signed by the key of the log, and is no checkpoint', async () => {
    await publish(app, [emittedEvent(1)]);
    await eventually(async () => equal((await readKeys()).length, 1));
    const { status, body } = await sign();
    equal(status, 200);
    const keys = await readKeys();
    const [key] = keys;
    const { payload, protectedHeader } = await compactVerify(body.jws, await importJWK(key ?? {}, 'EdDSA'));
    deepEqual(JSON.parse(Buffer.from(payload).toString()), { sha256, requestedBy: app.users.admin.name, createdAt });
    deepEqual(protectedHeader, { alg: 'EdDSA', kid: key?.kid, typ: 'signalbox-report+jws' });
    equal(await readSigned(body.jws, keys as never), null);
  });

  it('is refused to others than administrators, and for anything but a SHA-256', async () => {
    equal((await sign({ sha256 }, app.users.editor)).status, 403);
    equal((await sign({ sha256 }, null)).status, 401);
    for (const wrong of [{}, { sha256: sha256.slice(1) }, { sha256: sha256.toUpperCase() }, { sha256: `${sha256}\n` }])
      equal((await sign(wrong)).status, 400);
  });
});
