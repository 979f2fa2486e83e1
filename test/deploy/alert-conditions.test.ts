import { ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { delivery } from '@signalbox/delivery';
import { type Envelope, exchanges } from '@signalbox/contracts';
import { empty, route, service, surface } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { listener, sampleService } from '../../packages/host/src/sample-service.fixture.ts';
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
    throw new Error('this is what the alert is for');
  },
);

/** The sum of the samples that the first series of the alert's expression asks for. */
async function measured(app: TestApp, alert: string): Promise<number> {
  const { expr = '' } = readAlerts().find((each) => each.alert === alert) ?? {};
  const [selector] = readExpression(expr).selectors;
  const stored = await app.host.metrics.registry.getMetricsAsJSON();
  const samples = stored.flatMap(({ name, values }) =>
    values.map(({ labels, value, ...rest }) => ({ name: (rest as { metricName?: string }).metricName ?? name, labels, value })),
  );
  const asked = samples.filter(
    ({ name, labels }) => name === selector?.metric && matches(labels as Record<string, string>, selector.matchers),
  );
  return asked.reduce((sum, { value }) => sum + value, 0);
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

describe('the alert', () => {
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  const fires = async (alert: string) => eventually(async () => ok((await measured(app as TestApp, alert)) > 0, alert));
  const rests = async (alert: string) => ok((await measured(app as TestApp, alert)) === 0, alert);

  it('about errors counts a request that fails', async () => {
    app = await start([service({ surface: surface({ name: 'failing' }), routes: [broken] })]);
    await rests('SignalboxErrors');
    await app.as(app.users.admin).get('/api/admin/broken');
    await fires('SignalboxErrors');
  });

  it('about dead letters counts one that nobody can handle', async () => {
    const handle = () => Promise.reject(new Error('it cannot be swallowed'));
    app = await start([listener(handle), sampleService()]);
    await rests('SignalboxDeadLetters');
    await app.host.bus.publish([unknownFact()]);
    await fires('SignalboxDeadLetters');
  });

  it('about errors of SDKs, and about features that may be old, sees a delivery without toggles', async () => {
    app = await start([delivery]);
    await rests('SignalboxSdkErrors');
    const application = app.with({ authorization: app.users.token({}) });
    await eventually(async () => {
      await application.get('/api/client/features');
      ok((await measured(app as TestApp, 'SignalboxSdkErrors')) > 0);
    });
    await fires('SignalboxServedMayBeOld');
  });

  it('about SDKs that are refused counts a read without a token', async () => {
    app = await start([delivery]);
    await rests('SignalboxSdksRefused');
    await app.with({}).get('/api/client/features');
    await fires('SignalboxSdksRefused');
  });
});
