import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { referenceVersion } from '../bench/administration/contenders.ts';
import { features, names } from '../delivery/delivery-app.fixture.ts';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { openRelayApp, type RelayApp, separateSegments } from './relay.fixture.ts';

describe('a relay of the reference server', () => {
  let reference: Reference;
  let relay: RelayApp;
  before(async () => {
    reference = await startReference(referenceVersion);
    relay = await openRelayApp(reference.url, {
      TOKENS: reference.tokens.client,
      FEATURES_REFRESH_INTERVAL_SECONDS: '1',
      METRICS_INTERVAL_SECONDS: '1',
    });
  });
  after(async () => {
    await relay.close();
    await reference.close();
  });

  const call = async (path: string, method = 'GET', body?: object, token = reference.tokens.admin): Promise<Record<string, unknown>> => {
    const headers = { authorization: token, 'content-type': 'application/json', ...separateSegments };
    const response = await fetch(reference.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    ok(response.ok, `${method} ${path} answered ${response.status}`);
    const text = await response.text();
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };

  it('serves its features, and follows their changes by polling', async () => {
    const project = '/api/admin/projects/default/features';
    await call(project, 'POST', { name: 'cart', description: 'a cart' });
    await call(project, 'POST', { name: 'old' });
    const strategy = {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: 'cart' },
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'], inverted: false, caseInsensitive: false }],
    };
    await call(`${project}/cart/environments/development/strategies`, 'POST', strategy);
    await call(`${project}/cart/environments/development/on`, 'POST');
    const application = relay.application(reference.tokens.client, separateSegments);
    await eventually(async () => equal((await application.get(features)).body.features[0]?.enabled, true));
    const upstream = await call(features, 'GET', undefined, reference.tokens.client);
    const { body } = await application.get(features);
    for (const [index, feature] of (upstream['features'] as Record<string, unknown>[]).entries()) {
      const { name, type, enabled, project: own, stale, strategies, variants, description, impressionData } = body.features[index];
      const relayed: Record<string, unknown> = {
        name,
        type,
        enabled,
        project: own,
        stale,
        strategies,
        variants,
        description,
        impressionData,
      };
      for (const key of ['name', 'type', 'enabled', 'project', 'stale', 'description', 'impressionData'])
        deepEqual(relayed[key] ?? null, feature[key] ?? null, key);
      deepEqual(
        strategies.map(({ parameters }: { parameters: object }) => parameters),
        (feature['strategies'] as { parameters: object }[]).map(({ parameters }) => parameters),
      );
    }
    await call(`${project}/old`, 'DELETE');
    await eventually(async () => deepEqual(names(await application.get(features)), ['cart']));
  });

  it('validates frontend tokens there, and refuses unknown ones', async () => {
    equal((await relay.application(reference.tokens.frontend).get('/api/frontend?userId=1')).status, 200);
    equal((await relay.application(`*:development.${'0'.repeat(56)}`).get(features)).status, 401);
  });

  it('reports usage there', async () => {
    const now = new Date().toISOString();
    const bucket = { start: now, stop: now, toggles: { cart: { yes: 3, no: 0 } } };
    const { status } = await relay
      .application(reference.tokens.client)
      .post('/api/client/metrics', { appName: 'shop', instanceId: 'i', bucket });
    equal(status, 202);
    await eventually(async () => {
      const metrics = await call('/api/admin/client-metrics/features/cart/raw');
      return (metrics['data'] as { yes: number }[]).reduce((sum, { yes }) => sum + yes, 0) === 3;
    });
  });
});
