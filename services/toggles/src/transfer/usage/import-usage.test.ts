import { deepEqual, equal, match } from 'node:assert/strict';
import { dayMs, hourMs } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { archive, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { toggles } from '../../service.ts';

const path = '/api/admin/migration/usage';
const now = Date.parse('2026-03-01T10:30:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const hour = iso(Date.parse('2026-03-01T10:00:00.000Z'));
const nothing = { hours: 0, days: 0, lastSeen: 0, features: 0, activity: 0, gauges: 0, skipped: 0 };

describe('importing usage', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(now) } });
    await postFeatures(app, ['cart', 'menu', 'done', 'old', 'young']);
    await archive(app, 'old');
  });
  after(() => app.close());

  const send = (body: object) => app.as(app.users.admin).post(path, body);
  const get = async (from: string) => (await app.as(app.users.admin).get(from)).body;
  const usageOf = (name: string) => get(`/api/admin/client-metrics/features/${name}/raw?hoursBack=48`);
  const stagesOf = (name: string) => get(`${features}/${name}/lifecycle`);
  const count = { featureName: 'cart', appName: 'shop', environment: 'development', timestamp: iso(now), yes: 3, no: 1 };

  it('stores counts by hour, and changes nothing when it is repeated', async () => {
    const hours = [
      { ...count, variants: { disabled: 2, ghost: 1 } },
      { ...count, appName: 'worker', environment: 'production' },
    ];
    const expected = [
      {
        featureName: 'cart',
        appName: 'shop',
        environment: 'development',
        timestamp: hour,
        yes: 3,
        no: 1,
        variants: { '[other]': 1, disabled: 2 },
      },
      { featureName: 'cart', appName: 'worker', environment: 'production', timestamp: hour, yes: 3, no: 1, variants: {} },
    ];
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await send({ hours });
      deepEqual([status, body], [200, { ...nothing, hours: 2 }]);
      deepEqual((await usageOf('cart')).data, expected);
    }
    await send({ hours: [{ ...count, yes: 5, no: 0 }] });
    const [grown] = (await usageOf('cart')).data;
    deepEqual([grown.yes, grown.no], [5, 1]);
    deepEqual((await get('/api/admin/client-metrics/features/cart')).seenApplications, ['shop', 'worker']);
  });

  it('skips counts of unknown features and environments, and hours beyond the retention', async () => {
    const hours = [
      { ...count, featureName: 'nowhere' },
      { ...count, environment: 'moon' },
      { ...count, timestamp: iso(now - 50 * hourMs) },
      { ...count, featureName: 'menu', timestamp: iso(now - 47 * hourMs) },
    ];
    deepEqual((await send({ hours })).body, { ...nothing, hours: 1, skipped: 3 });
    equal((await usageOf('menu')).data.length, 1);
  });

  it('stores counts by day, which complete the hours of a day', async () => {
    const days = [
      { ...count, featureName: 'done', timestamp: iso(now - 10 * dayMs), yes: 30 },
      { ...count, featureName: 'done', timestamp: iso(now - 2 * dayMs), yes: 20 },
      { ...count, featureName: 'done', timestamp: iso(now - 91 * dayMs) },
    ];
    const hours = [{ ...count, featureName: 'done', timestamp: iso(now - 47 * hourMs) }];
    for (let time = 0; time < 2; time += 1) deepEqual((await send({ days, hours })).body, { ...nothing, hours: 1, days: 2, skipped: 1 });
    const { data } = await get('/api/admin/client-metrics/features/done/raw?hoursBack=1440');
    deepEqual(
      data.map(({ timestamp, yes }: { timestamp: string; yes: number }) => [timestamp.slice(0, 10), yes]),
      [
        ['2026-02-27', 23],
        ['2026-02-19', 30],
      ],
    );
  });

  it('stores the changes of a project by day, and counts no day twice', async () => {
    const activity = [
      { project: 'default', lastAt: iso(now - 3 * dayMs), events: 7 },
      { project: 'nowhere', lastAt: iso(now), events: 1 },
    ];
    for (let time = 0; time < 2; time += 1) deepEqual((await send({ activity })).body, { ...nothing, activity: 1, skipped: 1 });
    const { activityCountByDate } = await get('/api/admin/projects/default/status');
    deepEqual(activityCountByDate[0], { date: '2026-02-26', count: 7 });
  });

  it('stores values of gauges at their time', async () => {
    const gauge = { name: 'error_rate', help: 'Errors per request', environment: 'production' };
    const gauges = [
      { ...gauge, at: iso(now - 2 * hourMs), value: 0.5 },
      { ...gauge, at: iso(now - hourMs), value: 0.25, labels: { region: 'north' } },
      { ...gauge, environment: 'moon', at: hour, value: 1 },
    ];
    for (let time = 0; time < 2; time += 1) deepEqual((await send({ gauges })).body, { ...nothing, gauges: 2, skipped: 1 });
    const { series } = await get('/api/admin/impact-metrics?series=error_rate&range=day&aggregationMode=avg');
    deepEqual(
      series[0].data.map(([at, value]: [number, number]) => [iso(at * 1000), value]),
      [
        [iso(Date.parse(hour) - 2 * hourMs), 0.5],
        [iso(Date.parse(hour) - hourMs), 0.25],
      ],
    );
  });

  it('raises last-seen times', async () => {
    const seenAt = async (featureName: string) => {
      const row = await app.store('toggles').reader().findOneOrFail(FeatureEnvironment, { featureName, environment: 'development' });
      return row.lastSeenAt?.toISOString() ?? null;
    };
    const seen = (at: string, featureName = 'menu') => ({ featureName, environment: 'development', at });
    const [early, late] = ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
    deepEqual((await send({ lastSeen: [seen(late), seen(early), seen(late, 'nowhere')] })).body, { ...nothing, lastSeen: 2, skipped: 1 });
    equal(await seenAt('menu'), late);
    await send({ lastSeen: [seen(early)] });
    equal(await seenAt('menu'), late);
  });

  it('moves the dates of features back, and emits changes of the shown ones', async () => {
    const [created, preLive, live, completed] = [1, 2, 3, 4].map((day) => iso(Date.parse(`2025-01-0${day}T00:00:00.000Z`)));
    const entries = [
      { name: 'cart', createdAt: created, preLiveAt: preLive, liveAt: live },
      { name: 'done', preLiveAt: preLive, completed: { at: completed, status: 'kept', statusValue: 'blue' } },
      { name: 'old', createdAt: created, archivedAt: live },
      { name: 'young', createdAt: iso(now + hourMs), archivedAt: live },
      { name: 'nowhere', createdAt: created },
    ];
    const events = await app.eventsOf('toggles', async () => {
      deepEqual((await send({ features: entries })).body, { ...nothing, features: 4, skipped: 1 });
    });
    deepEqual(
      events.map(({ type, featureName }) => [type, featureName]),
      [
        ['feature-metadata-updated', 'cart'],
        ['feature-completed', 'done'],
        ['feature-metadata-updated', 'old'],
      ],
    );
    const initial = { stage: 'initial', enteredStageAt: created };
    deepEqual(await stagesOf('cart'), [initial, { stage: 'pre-live', enteredStageAt: preLive }, { stage: 'live', enteredStageAt: live }]);
    deepEqual((await stagesOf('done')).at(-1), { stage: 'completed', enteredStageAt: completed, status: 'kept', statusValue: 'blue' });
    deepEqual(await stagesOf('old'), [initial, { stage: 'archived', enteredStageAt: live }]);
    deepEqual(await stagesOf('young'), [{ stage: 'initial', enteredStageAt: iso(now) }]);
    const found = (await get('/api/admin/search/features?query=cart')).features;
    equal(found[0].createdAt, created);
    deepEqual((await get('/api/admin/projects/default/dora')).features, [{ name: 'cart', timeToProduction: 2 }]);
    deepEqual(await app.eventsOf('toggles', async () => equal((await send({ features: entries })).status, 200)), []);
  });

  it('refuses more than 500 entries and malformed ones', async () => {
    for (const [body, message] of [
      [{ hours: Array.from({ length: 501 }, () => count) }, /hours/],
      [{ hours: [{ ...count, yes: -1 }] }, /yes/],
      [{ lastSeen: [{ featureName: 'cart', environment: 'development', at: 'yesterday' }] }, /at/],
      [{ features: [{ name: 'cart', completed: { at: iso(now), status: 'lost' } }] }, /status/],
    ] as const) {
      const { status, body: answer } = await send(body);
      equal(status, 400);
      match(JSON.stringify(answer), message);
    }
  });

  it('refuses a viewer with 403 and an anonymous caller with 401', async () => {
    equal((await app.as(app.users.viewer).post(path, {})).status, 403);
    equal((await app.as(null).post(path, {})).status, 401);
  });
});
