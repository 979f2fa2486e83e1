import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type MetricsCount, type RegisterCount } from '@signalbox/contracts';
import { dayMs, hourMs, type OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { forgetUsage, forgetUsageJob } from './forget-usage.ts';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();

describe('usage', () => {
  let app: TestApp;
  let clock = noon + 1_200_000;
  let forget: () => Promise<void>;
  let isPaused = false;
  before(async () => {
    const run = async (context: OpenContext) => {
      forget = () => forgetUsage(context);
      if (!isPaused) await forget();
    };
    app = await start([{ ...toggles, jobs: [{ ...forgetUsageJob, everyMs: 20, run }] }], {
      jobs: true,
      effects: { now: () => new Date(clock) },
    });
    await addProject(app, 'other');
    await postFeatures(app, ['cart', 'menu', 'idle']);
    await postFeatures(app, ['secret'], 'other');
    const complete = { weight: 1000, weightType: 'variable', stickiness: 'default' };
    await app.as(app.users.admin).put(`${featureEnvironmentPath('cart')}/variants`, [{ name: 'blue', ...complete }]);
    await postStrategies(app, featureEnvironmentPath('cart'), { variants: [{ name: 'red', ...complete }] });
    await count(
      metrics({ cart: { yes: 3, no: 1, variants: { blue: 2 } }, menu: evaluated }),
      metrics({ cart: { yes: 1, no: 0, variants: { blue: 1, red: 1 } }, ghost: evaluated }, { instanceId: 'two' }),
      metrics({ cart: { yes: 0, no: 7, variants: {} } }, { appName: 'worker', environment: 'production' }),
      metrics({ cart: evaluated }, { timestamp: iso(noon - hourMs) }),
      metrics({ secret: evaluated }),
    );
    await count(register());
    await eventually(async () => equal((await get('metrics/applications/shop')).body.strategies.length, 2));
    await eventually(async () => equal((await get('client-metrics/features/secret')).body.seenApplications.length, 1));
  });
  after(() => app.close());

  const evaluated = { yes: 1, no: 0, variants: {} };
  const metrics = (counted: MetricsCount['toggles'], more: Partial<MetricsCount> = {}): MetricsCount => ({
    kind: 'metrics',
    appName: 'shop',
    instanceId: 'one',
    environment: 'development',
    timestamp: iso(noon),
    at: iso(clock),
    toggles: counted,
    ...more,
  });
  const register = (more: Partial<RegisterCount> = {}): RegisterCount => ({
    kind: 'register',
    appName: 'shop',
    instanceId: 'one',
    environment: 'development',
    sdkVersion: 'sdk:1',
    strategies: ['default', 'flexibleRollout'],
    interval: 1000,
    started: iso(noon),
    at: iso(clock),
    ...more,
  });
  const count = (...bodies: unknown[]) =>
    eventually(() =>
      app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify(bodies) }]),
    );
  const get = (path: string, who = app.users.viewer) => app.as(who).get(`/api/admin/${path}`);

  it('is summed for the past 60 minutes by environment, with the applications of the last day', async () => {
    const { status, body } = await get('client-metrics/features/cart');
    equal(status, 200);
    deepEqual(body, {
      version: 1,
      maturity: 'stable',
      featureName: 'cart',
      lastHourUsage: [
        { environment: 'development', timestamp: iso(noon), yes: 5, no: 1 },
        { environment: 'production', timestamp: iso(noon), yes: 0, no: 7 },
      ],
      seenApplications: ['shop', 'worker'],
    });
  });

  it('is returned by hour and application, with variants', async () => {
    const { body } = await get('client-metrics/features/cart/raw');
    const shop = { featureName: 'cart', appName: 'shop', environment: 'development' };
    deepEqual(body, {
      version: 1,
      maturity: 'stable',
      featureName: 'cart',
      data: [
        { ...shop, timestamp: iso(noon), yes: 4, no: 1, variants: { blue: 3, red: 1 } },
        { featureName: 'cart', appName: 'worker', environment: 'production', timestamp: iso(noon), yes: 0, no: 7, variants: {} },
        { ...shop, timestamp: iso(noon - hourMs), yes: 1, no: 0, variants: {} },
      ],
    });
    equal((await get('client-metrics/features/cart/raw?hoursBack=1')).body.data.length, 2);
    equal((await get('client-metrics/features/cart/raw?hoursBack=nonsense')).body.data.length, 3);
  });

  it('is empty for a feature that is unused, unknown or hidden', async () => {
    await app.users.hide('other');
    const outsider = app.users.someone();
    for (const [name, who] of [
      ['idle', app.users.viewer],
      ['ghost', app.users.viewer],
      ['secret', outsider],
    ] as const) {
      const { status, body } = await get(`client-metrics/features/${name}`, who);
      equal(status, 200);
      deepEqual([body.lastHourUsage, body.seenApplications], [[], []]);
      deepEqual((await get(`client-metrics/features/${name}/raw`, who)).body.data, []);
    }
    equal((await get('client-metrics/features/secret', app.users.admin)).body.seenApplications.length, 1);
    const seen = (await get('metrics/applications/shop', outsider)).body.seenToggles;
    deepEqual(
      seen.map(({ name }: { name: string }) => name),
      ['cart', 'menu'],
    );
  });

  it('lists applications with their environments', async () => {
    const { status, body } = await get('metrics/applications');
    equal(status, 200);
    equal(body.total, 2);
    deepEqual(body.applications[0], {
      appName: 'shop',
      createdAt: iso(clock),
      updatedAt: iso(clock),
      description: null,
      strategies: ['default', 'flexibleRollout'],
      createdBy: null,
      url: null,
      color: null,
      icon: null,
      usage: [{ project: 'default', environments: ['development'] }],
      instanceCount: 2,
      sdks: ['sdk:1'],
      outdatedSdks: [],
      lastSeen: iso(clock),
      unknownCount: 1,
      pastHour: 7,
    });
    const pages: Record<string, string> = {
      'query=WORK': 'worker',
      'limit=1&offset=1': 'worker',
      'sortOrder=desc&limit=1': 'worker',
      'limit=-1&offset=x': 'shop,worker',
    };
    for (const [query, names] of Object.entries(pages)) {
      const { body: page } = await get(`metrics/applications?${query}`);
      equal(page.applications.map(({ appName }: { appName: string }) => appName).join(), names, query);
    }
  });

  it('returns an application with its instances, and a count does not overwrite a registration', async () => {
    await count(metrics({ menu: evaluated }));
    await count(register({ instanceId: 'three', strategies: ['default', 'mine'], sdkVersion: null }));
    await eventually(async () => equal((await get('metrics/applications/shop')).body.instances.length, 3));
    const { body } = await get('metrics/applications/shop');
    deepEqual(
      body.instances.map(({ instanceId, sdkVersion }: { instanceId: string; sdkVersion: string }) => [instanceId, sdkVersion]),
      [
        ['one', 'sdk:1'],
        ['three', null],
        ['two', null],
      ],
    );
    deepEqual(
      body.strategies.map(({ name, displayName, notFound }: Record<string, unknown>) => [name, displayName, notFound]),
      [
        ['default', 'Standard', undefined],
        ['mine', undefined, true],
      ],
    );
    equal(body.links.self, '/api/admin/metrics/applications/shop');
    equal((await get('metrics/applications/nowhere')).status, 404);
  });

  it('lists unknown feature names until they exist', async () => {
    const unknown = async () => (await get('metrics/unknown-flags')).body.unknownFlags;
    deepEqual(await unknown(), [{ name: 'ghost', appName: 'shop', environment: 'development', seenAt: iso(clock) }]);
    await postFeatures(app, ['ghost']);
    deepEqual(await unknown(), []);
  });

  it('starts again for a reused name', async () => {
    const admin = app.as(app.users.admin);
    const usage = async () => [
      (await get('client-metrics/features/again')).body.seenApplications.length,
      (await get('client-metrics/features/again/raw')).body.data.length,
    ];
    await postFeatures(app, ['again']);
    await count(metrics({ again: { yes: 1, no: 0, variants: { blue: 1 } } }));
    await eventually(async () => deepEqual(await usage(), [1, 1]));
    for (const step of ['archive', 'delete']) await admin.post(`/api/admin/projects/default/${step}`, { features: ['again'] });
    deepEqual(await usage(), [0, 0]);
    await postFeatures(app, ['again']);
    deepEqual(await usage(), [0, 0]);
    await count(metrics({ again: evaluated }));
    await eventually(async () => deepEqual((await get('client-metrics/features/again/raw')).body.data[0]?.variants, {}));
  });

  it('writes many counts in units of limited size', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 450 }, (_, index) => [`other-${index}`, { yes: 1, no: 0, variants: { a: 1, b: 1 } }]),
    );
    await count(metrics({ ...many, idle: { yes: 5, no: 0, variants: { a: 5 } } }));
    await eventually(async () => equal((await get('client-metrics/features/idle')).body.lastHourUsage[0]?.yes, 5));
    await eventually(async () => equal((await get('metrics/unknown-flags')).body.unknownFlags.length, 450));
  });

  it('still includes the previous hour seconds after an hour has begun', async () => {
    const counted = { yes: 30, no: 30, variants: {} };
    const startOfHour = clock;
    clock = noon + 2 * hourMs + 10_000;
    await postFeatures(app, ['busy']);
    await count(metrics({ busy: counted }, { timestamp: iso(noon + hourMs) }));
    const pastHour = async () => {
      const [usage] = (await get('client-metrics/features/busy')).body.lastHourUsage;
      const [detail] = (await get('projects/default/features/busy')).body.environments;
      const [found] = (await get('search/features?query=busy')).body.features[0].environments;
      return [usage, detail, found].map(({ yes, no } = { yes: 0, no: 0 }) => [yes, no]);
    };
    await eventually(async () =>
      deepEqual(
        await pastHour(),
        Array.from({ length: 3 }, () => [30, 30]),
      ),
    );
    clock = noon + 2 * hourMs + 0.9 * hourMs;
    deepEqual(
      await pastHour(),
      Array.from({ length: 3 }, () => [3, 3]),
    );
    clock = noon + 3 * hourMs;
    deepEqual(
      await pastHour(),
      Array.from({ length: 3 }, () => [0, 0]),
    );
    clock = startOfHour;
  });

  it('is returned by day beyond two days, also while its hours are being summed up', async () => {
    const byDay = async () => (await get('client-metrics/features/daily/raw?hoursBack=168')).body.data;
    const counted = { yes: 2, no: 1, variants: { blue: 2 } };
    await postFeatures(app, ['daily']);
    const complete = { weight: 1000, weightType: 'variable', stickiness: 'default' };
    await app.as(app.users.admin).put(`${featureEnvironmentPath('daily')}/variants`, [{ name: 'blue', ...complete }]);
    await count(metrics({ daily: counted }), metrics({ daily: counted }, { timestamp: iso(noon - 13 * hourMs) }));
    const shop = { featureName: 'daily', appName: 'shop', environment: 'development' };
    const dayOf = (time: string, days: number) => ({ ...shop, timestamp: time, yes: 2 * days, no: days, variants: { blue: 2 * days } });
    const expected = [dayOf('2026-03-01T00:00:00.000Z', 1), dayOf('2026-02-28T00:00:00.000Z', 1)];
    await eventually(async () => deepEqual(await byDay(), expected));
  });

  it('is deleted: instances and unknown names after a day, hours after two, applications after thirty, days after ninety', async () => {
    const instances = async (name: string) => (await get(`metrics/applications/${name}`)).body.instances.length;
    const optionsFor = async (name: string) => (await get(`metrics/applications/${name}`)).body.seenToggles.length;
    clock += 48 * hourMs;
    await eventually(async () => deepEqual([await instances('shop'), await instances('worker')], [0, 0]));
    deepEqual((await get('metrics/unknown-flags')).body.unknownFlags, []);
    equal(await optionsFor('worker'), 1);
    await count(metrics({ cart: evaluated }, { appName: 'fresh', timestamp: iso(noon + 48 * hourMs) }));
    await eventually(async () => equal((await get('metrics/applications')).body.total, 3));
    clock += hourMs;
    await eventually(async () => equal(await optionsFor('worker'), 0));
    deepEqual([await optionsFor('fresh'), await instances('fresh')], [1, 1]);
    clock += 30 * 24 * hourMs;
    await eventually(async () => equal((await get('metrics/applications')).body.total, 0));
    const days = async () => {
      const ofFeature = app.store('toggles').reader().getKysely<{ usage_day: { feature_name: string } }>({ type: 'read' });
      return (await ofFeature.selectFrom('usage_day').where('feature_name', '=', 'daily').selectAll().execute()).length;
    };
    equal(await days(), 2);
    equal((await get('client-metrics/features/daily/raw?hoursBack=9999')).body.data.length, 2);
    clock = noon + 92 * 24 * hourMs;
    await eventually(async () => equal(await days(), 0));
  });

  it('is summed up and deleted in one run, however many applications and features there are', async () => {
    isPaused = true;
    const row = { hour: clock - 50 * hourMs, environment: 'development', app_name: 'many', feature_name: 'daily', yes: 1, no: 0 };
    const applications = Array.from({ length: 250 }, (_, index) => ({ ...row, app_name: `many-${index}` }));
    const features = Array.from({ length: 1600 }, (_, index) => ({ ...row, feature_name: `many-${index}` }));
    const rows = [...applications, ...features];
    await app
      .store('toggles')
      .transaction((em) => mergeRows(em, 'usage_hour', { key: ['hour', 'environment', 'app_name', 'feature_name'], merge: {} }, rows));
    const left = async (table: 'usage_hour' | 'usage_day') =>
      (await tablesOf(app.store('toggles').reader()).selectFrom(table).where('app_name', 'like', 'many%').select('app_name').execute())
        .length;
    await forget();
    deepEqual([await left('usage_hour'), await left('usage_day')], [0, rows.length]);
    clock += 92 * dayMs;
    await forget();
    equal(await left('usage_day'), 0);
  });

  it('is refused with 401 to an anonymous caller and 403 to SDK tokens', async () => {
    const paths = [
      'client-metrics/features/cart',
      'client-metrics/features/cart/raw',
      'metrics/applications',
      'metrics/applications/shop',
      'metrics/unknown-flags',
    ];
    for (const path of paths) {
      equal((await app.as(null).get(`/api/admin/${path}`)).status, 401);
      equal((await get(path, app.users.clientToken)).status, 403);
    }
  });
});
