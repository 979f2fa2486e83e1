import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Job } from '@signalbox/kit';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { publish, emittedEvent } from '../event/emitted-event.fixture.ts';
import { audit } from '../service.ts';
import { dropPayloads } from './drop-payloads.ts';

const jobs = [{ ...dropPayloads, everyMs: 20 } as Job<never>];
const now = Date.parse('2026-03-31T00:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

describe('payloads of old events', () => {
  let app: TestApp;
  /** Nothing is old until all events have arrived; otherwise the job would drop the payloads in several runs. */
  const open = async (settings: Record<string, string>) => {
    let time = Date.parse(daysAgo(60));
    app = await start([{ ...audit, jobs }], { jobs: true, settings, effects: { now: () => new Date(time) } });
    const ages = [40, 35, 31, 20, 33, 1];
    await publish(
      app,
      ages.map((age, index) =>
        emittedEvent(index + 1, { createdAt: daysAgo(age), data: { name: `event ${index + 1}` }, preData: { a: 1 } }),
      ),
    );
    await eventually(async () => equal((await events()).length, ages.length));
    time = now;
  };
  afterEach(() => app.close());
  const events = async () => (await app.as(app.users.admin).get('/api/admin/events')).body.events.toReversed();
  const admin = () => app.as(app.users.admin);

  it('are dropped up to the first younger event, and the chain can still be verified', async () => {
    await open({ AUDIT_PAYLOAD_DAYS: '30' });
    const stored = { preData: { a: 1 } };
    await eventually(async () =>
      deepEqual(
        (await events()).map(({ data, preData }: { data: unknown; preData: unknown }) => ({ data, preData })),
        [
          ...[1, 2, 3].map(() => ({ data: null, preData: null })),
          ...[4, 5, 6].map((number) => ({ data: { name: `event ${number}` }, ...stored })),
        ],
      ),
    );
    const { body } = await admin().get('/api/admin/audit/verify');
    deepEqual([body.verified, body.events, body.checkpoints], [true, 6, 1]);
    const { checkpoints } = (await admin().get('/api/admin/audit/checkpoints')).body;
    deepEqual(
      checkpoints.map(({ number, droppedTo }: { number: number; droppedTo: number }) => ({ number, droppedTo })),
      [{ number: 1, droppedTo: 3 }],
    );
    const found = await admin().post('/api/admin/events/search', { query: 'event 2' });
    equal(found.body.totalEvents, 0);
  });

  it('are stored for ever by default', async () => {
    await open({});
    const runs = async () => (await app.host.metrics.registry.getSingleMetric('signalbox_job_runs_total')?.get())?.values ?? [];
    await eventually(async () => ok((await runs()).some(({ labels, value }) => labels['job'] === 'drop payloads' && value > 1)));
    equal((await events())[0].data.name, 'event 1');
    equal((await admin().get('/api/admin/audit/checkpoints')).body.checkpoints.length, 0);
  });
});
