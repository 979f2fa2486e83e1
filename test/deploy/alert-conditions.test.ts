import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { audit } from '@signalbox/audit';
import { delivery } from '@signalbox/delivery';
import { type Envelope, exchanges } from '@signalbox/contracts';
import { showMetrics } from '@signalbox/host';
import { empty, route, service, surface } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { publish, emittedEvent } from '../../services/audit/src/event/emitted-event.fixture.ts';
import { items, listener, sampleService } from '../../packages/host/src/sample-service.fixture.ts';
import { readAlerts } from './monitoring.ts';
import { matches, readExpression } from './promql.ts';

const broken = route(
  {
    method: 'get',
    path: '/api/admin/broken',
    summary: 'Fail',
    permission: 'authenticated',
    answers: { 204: empty },
    failures: [],
  },
  () => {
    throw new Error('failure for the alert');
  },
);

const slow = (ms: number) =>
  route(
    { method: 'get', path: '/api/admin/slow', summary: 'Wait', permission: 'authenticated', answers: { 204: empty }, failures: [] },
    () => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  );

const racing = (lose: () => Promise<void>) =>
  route(
    {
      method: 'post',
      path: '/api/admin/racing',
      summary: 'Lose a race',
      permission: 'authenticated',
      answers: { 204: empty },
      failures: [],
      events: { none: 'the tests need a race' },
    },
    lose,
  );

/** Stores usage counts, with a delay. */
const slowCounter = (take: () => Promise<void>) =>
  service({
    surface: surface({
      name: 'counting',
      queues: [{ queue: 'counting.usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] }],
    }),
    routes: [],
    counts: [{ queue: 'counting.usage', take }],
  });

const expressionOf = (alert: string): string => readAlerts().find((each) => each.alert === alert)?.expr ?? '';

/** Sum of the samples in the first series of the alert's expression. For a histogram, the samples above the limit. */
async function measured(app: TestApp, alert: string): Promise<number> {
  const [selector] = readExpression(expressionOf(alert)).selectors;
  const stored = await app.host.metrics.registry.getMetricsAsJSON();
  const samples = stored.flatMap(({ name, values }) =>
    values.map(({ labels, value, ...rest }) => ({ name: (rest as { metricName?: string }).metricName ?? name, labels, value })),
  );
  const requested = samples.filter(
    ({ name, labels }) => name === selector?.metric && matches(labels as Record<string, string>, selector.matchers),
  );
  const sum = (among: typeof requested) => among.reduce((total, { value }) => total + value, 0);
  if (!expressionOf(alert).startsWith('histogram_quantile')) return sum(requested);
  const within = (limit: string) => sum(requested.filter(({ labels }) => String((labels as { le?: string | number }).le) === limit));
  return within('+Inf') - within('1');
}

/** True if the value exceeds the limit of the expression. A rate exceeds it as soon as the counter has increased. */
function isBeyond(alert: string, value: number): boolean {
  const expr = expressionOf(alert);
  const [, operator = '>', limit = ''] = /([<>]|==) ([\d.]+)$/.exec(expr) ?? [];
  if (/rate\(|increase\(/.test(expr)) return value > 0;
  if (operator === '==') return value === Number(limit);
  return operator === '>' ? value > Number(limit) : value < Number(limit);
}

function unknownFact(): { id: string; exchange: string; key: string; body: string } {
  const time = new Date(0).toISOString();
  const data = { type: 'item-created', createdBy: 'x', createdByUserId: null, createdAt: time, project: null, environment: null };
  const body: Envelope = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/signalbox/elsewhere',
    type: 'signalbox.item-created.v1',
    time,
    datacontenttype: 'application/json',
    sequence: 1,
    data: { ...data, featureName: 'x', data: null, preData: null, tags: [] },
  };
  return { id: body.id, exchange: exchanges.events, key: 'elsewhere.item-created', body: JSON.stringify(body) };
}

/** Alerts whose conditions other tests create. */
const elsewhere: Readonly<Record<string, string>> = {
  SignalboxServiceMissing: 'test/deploy/alerts.promtool.yml: no process can show that it is not there',
  SignalboxDeliveriesLate: 'services/integrations/src/log/deliveries.test.ts, with a clock that is set forward',
  SignalboxPoolExhausted: 'packages/host/src/runtime/watch-service.test.ts, on MySQL: SQLite has no pool',
  SignalboxBackupOld: 'services/audit/src/log/backups.test.ts and test/backup, which makes a backup',
};

const noJob = async () => undefined;

describe('alert conditions', () => {
  const fired = new Set<string>();
  const apps: TestApp[] = [];
  let app: TestApp;
  let offsetMs = 0;
  const effects = { now: () => new Date(Date.now() + offsetMs) };
  const open = async (...[services, options]: Parameters<typeof start>) => {
    app = await start(services, { effects, jobs: true, ...options });
    apps.push(app);
  };
  afterEach(async () => {
    offsetMs = 0;
    for (const each of apps.splice(0)) await each.close();
  });

  const fires = (alert: string) =>
    eventually(async () => {
      const value = await measured(app, alert);
      ok(isBeyond(alert, value), `${alert}: ${value}`);
      fired.add(alert);
    });
  const rests = async (alert: string) => {
    const value = await measured(app, alert);
    ok(!isBeyond(alert, value), `${alert}: ${value}`);
  };

  it('the alert for an unavailable service fires when its metrics cannot be fetched', async () => {
    await open([sampleService()], { settings: { METRICS_PORT: '0' } });
    const shown = await showMetrics(app.host);
    const url = `http://127.0.0.1:${shown?.port}/metrics`;
    equal((await fetch(url)).status, 200); // Prometheus sets `up` to 1 after this, and to 0 after the following.
    await shown?.drain();
    await rejects(fetch(url));
    equal(expressionOf('SignalboxServiceAway'), 'up{job="signalbox"} == 0');
    fired.add('SignalboxServiceAway');
  });

  it('the alert for errors counts a failed request', async () => {
    await open([service({ surface: surface({ name: 'failing' }), routes: [broken] })]);
    await rests('SignalboxErrors');
    await app.as(app.users.admin).get('/api/admin/broken');
    await fires('SignalboxErrors');
  });

  it('the alert for slow responses counts a request that takes longer than a second', async () => {
    await open([service({ surface: surface({ name: 'slow' }), routes: [slow(1100)] })]);
    await rests('SignalboxSlow');
    equal((await app.as(app.users.admin).get('/api/admin/slow')).status, 204);
    await fires('SignalboxSlow');
  });

  it('the alert for dead letters counts a message that cannot be handled, until it is replayed', async () => {
    let isBroken = true;
    const handle = async () => {
      if (isBroken) throw new Error('the message cannot be handled');
    };
    await open([listener(handle), sampleService()]);
    await rests('SignalboxDeadLetters');
    await app.host.bus.publish([unknownFact()]);
    await fires('SignalboxDeadLetters');
    isBroken = false;
    await app.as(app.users.admin).post('/api/admin/dead-letters/listener/replay', {});
    await rests('SignalboxDeadLetters');
  });

  it('the alert for gaps counts a missing position', async () => {
    await open([audit]);
    await rests('SignalboxGaps');
    await publish(app, [emittedEvent(1), emittedEvent(4)]);
    await fires('SignalboxGaps');
  });

  it('the alert for breaks counts a changed event in the log', async () => {
    const often = (audit.jobs ?? []).filter(({ name }) => /verify|breaks/.test(name)).map((job) => ({ ...job, everyMs: 20 }));
    await open([{ ...audit, jobs: often }]);
    await publish(app, [emittedEvent(1), emittedEvent(2)]);
    await rests('SignalboxBreaks');
    await app.store('audit').transaction((em) => em.execute("update event set created_by = 'another' where id = 1"));
    await eventually(() => fires('SignalboxBreaks'));
  });

  it('the alert for stuck events, and for the broker, fires when the bus accepts nothing', async () => {
    await open([sampleService()]);
    for (const alert of ['SignalboxEventsStuck', 'SignalboxBrokerAway']) await rests(alert);
    await app.host.bus.close();
    await app.as(app.users.editor).post(items, { name: 'a' });
    offsetMs = 61_000;
    for (const alert of ['SignalboxEventsStuck', 'SignalboxBrokerAway']) await fires(alert);
  });

  it('the alert for lagging consumers fires for an event that is never completed', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await open([sampleService(), listener(() => promise)]);
    await rests('SignalboxConsumersBehind');
    await app.as(app.users.editor).post(items, { name: 'a' });
    offsetMs = 61_000;
    await fires('SignalboxConsumersBehind');
    release();
    await eventually(() => rests('SignalboxConsumersBehind'));
  });

  it('the alert for lagging consumers fires for usage counts that are never stored', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await open([slowCounter(() => promise)]);
    await rests('SignalboxConsumersBehind');
    const published = app.host.bus.publish([{ id: randomUUIDv7(), exchange: exchanges.usage, key: 'elsewhere.usage', body: '[{}]' }]);
    offsetMs = 61_000;
    await fires('SignalboxConsumersBehind');
    release();
    await published;
    await eventually(() => rests('SignalboxConsumersBehind'));
  });

  it('the alert for a database fires when the database is closed', async () => {
    await open([sampleService()]);
    await rests('SignalboxDatabaseAway');
    await app.store('sample').close();
    await fires('SignalboxDatabaseAway');
  });

  it('the alert for outdated permissions fires when no version has arrived for a minute', async () => {
    await open([sampleService()]);
    await rests('SignalboxAccessOld');
    offsetMs = 61_000;
    await fires('SignalboxAccessOld');
  });

  it('the alert for jobs counts a failed job', async () => {
    const run = async () => {
      throw new Error('failure for the alert');
    };
    await open([sampleService({ jobs: [{ name: 'failing', everyMs: 10, oneAtATime: false, run }] })]);
    await fires('SignalboxJobsFail');
    await open([sampleService({ jobs: [{ name: 'working', everyMs: 10, oneAtATime: false, run: noJob }] })]);
    await rests('SignalboxJobsFail');
  });

  it('the alert for stalled jobs uses the last success of a hanging job', async () => {
    let runs = 0;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const run = () => (runs++ === 0 ? noJob() : promise);
    const begun = effects.now().getTime() / 1000;
    await open([sampleService({ jobs: [{ name: 'hanging', everyMs: 10, oneAtATime: false, run }] })]);
    await eventually(async () => ok(runs > 1));
    const lastSuccess = app.host.metrics.jobSuccess;
    const at = async () => (await lastSuccess.get()).values.find(({ labels }) => labels['job'] === 'hanging')?.value ?? 0;
    const before = await at();
    ok(begun <= before && before <= effects.now().getTime() / 1000, String(before));
    offsetMs = 9_001_000;
    ok(isBeyond('SignalboxJobsStalled', effects.now().getTime() / 1000 - (await at())));
    equal(await at(), before);
    release();
    await eventually(async () => ok(!isBeyond('SignalboxJobsStalled', effects.now().getTime() / 1000 - (await at()))));
    fired.add('SignalboxJobsStalled');
  });

  it('the alert for reruns counts a unit of work that loses a race', async () => {
    let races = 1;
    const lose = async () => {
      races -= 1;
      if (races >= 0) throw Object.assign(new Error('lost a race'), { code: 'SQLITE_BUSY' });
    };
    await open([sampleService({}, [racing(lose)])]);
    await rests('SignalboxReruns');
    await app.as(app.users.editor).post('/api/admin/racing');
    await fires('SignalboxReruns');
  });

  it('the alert for SDK errors, and for stale features, fires when delivery has no toggles', async () => {
    await open([delivery]);
    await rests('SignalboxSdkErrors');
    const application = app.with({ authorization: await app.users.token({}) });
    await eventually(async () => {
      await application.get('/api/client/features');
      ok((await measured(app, 'SignalboxSdkErrors')) > 0);
    });
    await fires('SignalboxSdkErrors');
    await fires('SignalboxServedMayBeOld');
  });

  it('the alert for rejected SDKs counts a read without a token', async () => {
    await open([delivery]);
    await rests('SignalboxSdksRefused');
    await app.with({}).get('/api/client/features');
    await fires('SignalboxSdksRefused');
  });

  it('the alert for diverging replicas fires when two processes are at different revisions', async () => {
    await open([toggles, delivery]);
    await eventually(async () => ok((await servedRevision(app)) >= 0));
    const ahead = app;
    await app.as(app.users.admin).post('/api/admin/projects/default/features', { name: 'a' });
    await eventually(async () => ok((await servedRevision(ahead)) > 0));
    await open([delivery]);
    ok((await servedRevision(ahead)) - (await servedRevision(app)) > 0);
    fired.add('SignalboxReplicasApart');
  });

  it('the alert for full streams counts open streams up to the limit of a process', async () => {
    await open([delivery, toggles]);
    const opened = new AbortController();
    const headers = { authorization: await app.users.token({}), accept: 'text/event-stream' };
    await eventually(async () => equal((await app.with(headers).get('/api/client/features')).status, 200));
    await rests('SignalboxStreamsNearlyFull');
    const streams = await Promise.all([1, 2, 3].map(() => fetch(`${app.url}/api/client/streaming`, { headers, signal: opened.signal })));
    await eventually(async () => equal(await measured(app, 'SignalboxStreamsNearlyFull'), streams.length));
    opened.abort();
    await eventually(async () => equal(await measured(app, 'SignalboxStreamsNearlyFull'), 0));
    ok(isBeyond('SignalboxStreamsNearlyFull', 8001));
    fired.add('SignalboxStreamsNearlyFull');
  });

  it('every rule has a test', () => {
    const names = readAlerts().map(({ alert }) => alert);
    deepEqual(
      names.filter((alert) => !fired.has(alert)),
      Object.keys(elsewhere),
    );
  });
});

const servedRevision = (app: TestApp) => measured(app, 'SignalboxReplicasApart');
