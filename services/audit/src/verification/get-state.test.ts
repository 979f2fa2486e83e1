import { deepEqual, equal } from 'node:assert/strict';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { takeCheckpoints } from '../checkpoint/take-checkpoint.ts';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { tablesOf } from '../tables/tables.ts';
import { audit } from '../service.ts';
import { noteVerified } from './note-verified.ts';
import type { Verification } from './verify-log.ts';
import { verifyTheLog } from './verify-the-log.ts';

const path = '/api/admin/audit/state';

describe('the state of the log', () => {
  let app: TestApp;
  before(async () => {
    const jobs = [takeCheckpoints, verifyTheLog].map((job) => ({ ...job, everyMs: 20 }));
    app = await start([{ ...audit, jobs }], { jobs: true, settings: { AUDIT_CHECKPOINT_EVENTS: '2' } });
  });
  after(() => app.close());
  const state = async () => (await app.as(app.users.admin).get(path)).body;

  it('is empty before the first event', async () => {
    deepEqual(await state(), { head: 0, verifiedTo: 0, verifiedAt: null, checkpoint: null, broken: null });
  });

  it('contains the verified position, the newest checkpoint and the first break', async () => {
    await publish(
      app,
      [1, 2].map((number) => emittedEvent(number)),
    );
    await eventually(async () => equal((await state()).checkpoint?.eventId, 2));
    equal((await state()).head, 2);
    await eventually(async () => equal((await state()).verifiedTo, 2));
    equal((await state()).broken, null);
    await app.store('audit').transaction(async (em) => {
      await tablesOf(em).updateTable('event').set({ created_by: 'another' }).where('id', '=', 1).execute();
    });
    await eventually(async () => deepEqual([(await state()).broken?.eventId, (await state()).broken?.reason], [1, 'changed']));
    equal((await state()).verifiedTo, 0);
  });

  it('requires an administrator', async () => {
    equal((await app.as(app.users.viewer).get(path)).status, 403);
    equal((await app.as(null).get(path)).status, 401);
  });
});

describe('the verified position', () => {
  let app: TestApp;
  let now = new Date('2026-03-01T08:00:00.000Z');
  before(async () => {
    app = await start([audit], { effects: { now: () => now } });
    await publish(
      app,
      Array.from({ length: 5 }, (_, index) => emittedEvent(index + 1)),
    );
  });
  after(() => app.close());
  const admin = () => app.as(app.users.admin);
  const at = async () => {
    const { verifiedTo, verifiedAt } = (await admin().get(path)).body;
    return [verifiedTo, verifiedAt];
  };
  /** Verifies the log at this minute past eight. */
  const verify = async (minute: number, query = '') => {
    now = new Date(Date.UTC(2026, 2, 1, 8, minute));
    equal((await admin().get(`/api/admin/audit/verify${query}`)).status, 200);
    return at();
  };

  it('only covers verification from the first event on', async () => {
    deepEqual(await verify(1, '?from=2'), [0, null]);
    deepEqual(await verify(2, '?to=3'), [3, '2026-03-01T08:02:00.000Z']);
    deepEqual(await verify(3, '?from=4'), [3, '2026-03-01T08:02:00.000Z']);
    deepEqual(await verify(4), [5, '2026-03-01T08:04:00.000Z']);
    deepEqual(await verify(5, '?to=3'), [5, '2026-03-01T08:04:00.000Z']);
    deepEqual(await verify(6), [5, '2026-03-01T08:06:00.000Z']);
  });

  it('advances with contiguous rounds of the job, and stops at a break', async () => {
    const found = { from: 1, to: 5, events: 5, checkpoints: 0, break: null, next: null };
    const note = async (more: Partial<Verification>) => {
      now = new Date(now.getTime() + 1000);
      await app.store('audit').transaction((em) => noteVerified(em, { ...found, ...more }, now));
      return at();
    };
    deepEqual(await note({ from: 3, to: 9 }), [9, now.toISOString()]);
    const then = now.toISOString();
    deepEqual(await note({ from: 1, to: 4 }), [9, then]);
    deepEqual(await note({ from: 10, to: 9, events: 0 }), [9, then]);
    deepEqual(await note({ from: 10, to: 12 }), [12, now.toISOString()]);
    deepEqual(await note({ break: { id: 4, reason: 'changed' } }), [3, now.toISOString()]);
    const broken = now.toISOString();
    deepEqual(await note({ from: 5, to: 12 }), [3, broken]);
    deepEqual(await note({ from: 5, to: 12, break: { id: 8, reason: 'missing' } }), [3, broken]);
    deepEqual(await note({ from: 1, to: 12 }), [12, now.toISOString()]);
  });
});
