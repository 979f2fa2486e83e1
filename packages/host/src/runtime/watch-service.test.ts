import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { metric, surface, service } from '@signalbox/kit';
import { readCounter } from '@signalbox/store';
import { type TestApp, eventually, start, testEnvironment } from '@signalbox/testing';
import { items, sampleService } from '../sample-service.fixture.ts';

const valuesOf = async (app: TestApp, name: string) => {
  const { values = [] } = (await app.host.metrics.registry.getSingleMetric(name)?.get()) ?? {};
  return values.map(({ labels, value }) => ({ ...labels, value }));
};

describe('the metrics of a service', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([sampleService()]);
  });
  afterEach(() => app.close());

  it('show an empty outbox once everything has left, and a database that responds', async () => {
    await app.as(app.users.editor).post(items, { name: 'a' });
    await eventually(async () => deepEqual(await valuesOf(app, 'signalbox_outbox_messages'), [{ service: 'sample', value: 0 }]));
    deepEqual(await valuesOf(app, 'signalbox_outbox_age_seconds'), [{ service: 'sample', value: 0 }]);
    deepEqual(await valuesOf(app, 'signalbox_database_up'), [{ service: 'sample', value: 1 }]);
  });

  it('count the messages that wait while the bus is down', async () => {
    await app.as(app.users.editor).post(items, { name: 'published' });
    await eventually(async () => ok((await readCounter(app.store('sample').reader())).published > 0));
    await app.host.bus.close();
    for (const name of ['a', 'b', 'c']) await app.as(app.users.editor).post(items, { name });
    deepEqual(await valuesOf(app, 'signalbox_outbox_messages'), [{ service: 'sample', value: 3 }]);
    ok(((await valuesOf(app, 'signalbox_outbox_age_seconds'))[0]?.value ?? 0) > 0);
  });

  it('omit values of an unavailable database, and include the rest', async () => {
    await app.store('sample').close();
    await eventually(async () => deepEqual(await valuesOf(app, 'signalbox_outbox_age_seconds'), []));
    equal((await valuesOf(app, 'signalbox_build_info')).length, 1);
  });

  if (testEnvironment.way === 'distributed')
    it('count used connections and waiting requests', async () => {
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      const atOnce = 40;
      const work = Array.from({ length: atOnce }, () =>
        app
          .store('sample')
          .transaction(() => until)
          .catch(() => undefined),
      );
      await eventually(async () => {
        const waiting = (await valuesOf(app, 'signalbox_database_waiters'))[0]?.value ?? 0;
        const used = (await valuesOf(app, 'signalbox_database_connections')).find((each) => 'state' in each && each.state === 'used');
        deepEqual([used?.value, waiting > 20], [10, true]); // The limit of the alert about an exhausted pool.
      });
      release();
      await Promise.all(work);
      await eventually(async () => deepEqual(await valuesOf(app, 'signalbox_database_waiters'), [{ service: 'sample', value: 0 }]));
    });
  else
    it('have no pool on SQLite', async () => {
      deepEqual(await valuesOf(app, 'signalbox_database_waiters'), [{ service: 'sample', value: 0 }]);
    });

  it('count statements by kind, with their durations', async () => {
    const valueOf = async (part: string, kind: string) => {
      const text = await app.host.metrics.registry.getSingleMetricAsString('signalbox_database_statement_seconds');
      return Number(new RegExp(`_${part}\\{service="sample",statement="${kind}"\\} (.+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    for (const [kind, work] of [
      ['select', () => app.store('sample').ping()],
      ['commit', () => app.store('sample').transaction(async (em) => void (await em.execute('select 1')))],
    ] as const) {
      const before = { count: await valueOf('count', kind), sum: await valueOf('sum', kind) };
      await work();
      ok((await valueOf('count', kind)) > before.count, kind);
      ok((await valueOf('sum', kind)) > before.sum, kind);
    }
  });

  it('come with a readiness that explains each missing part', async () => {
    deepEqual(await app.host.readinessOf('sample'), { state: 'ready', reason: null });
    await app.host.bus.close();
    deepEqual(await app.host.readinessOf('sample'), { state: 'degraded', reason: 'The message broker does not respond (BUS_URL).' });
    await app.store('sample').close();
    const reason = 'The database does not respond (DATABASE_URL). The message broker does not respond (BUS_URL).';
    deepEqual(await app.host.readinessOf('sample'), { state: 'away', reason });
    const elsewhere = await app.host.readinessOf('elsewhere');
    deepEqual(elsewhere, { state: 'away', reason: 'The service is not configured: set ELSEWHERE_URL.' });
  });

  it('count requests without a route', async () => {
    await app.as(app.users.editor).get('/api/admin/nowhere');
    await eventually(async () => {
      const { values } = await app.host.metrics.requests.get();
      const counted = values.find((each) => each.metricName === 'signalbox_request_seconds_count' && each.labels.route === 'none');
      deepEqual([counted?.value, counted?.labels.status], [1, 404]);
    });
  });
});

describe('a metric of a service', () => {
  it('is rejected if the service does not declare it', async () => {
    const undeclared = metric({ name: 'signalbox_nothing', help: '', kind: 'gauge', labels: [] });
    const open: NonNullable<Parameters<typeof service>[0]['open']> = async (parts) => {
      parts.report(undeclared, () => []);
      return {};
    };
    await rejects(
      start([service({ surface: surface({ name: 'silent' }), routes: [], open })]),
      /signalbox_nothing, which it does not declare/,
    );
  });
});
