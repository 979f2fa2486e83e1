import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { eventually } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client';
import { evaluationV2 } from '../../services/delivery/src/flagd/wire/evaluation-v2.ts';
import { type DeliveryApp, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { openRelayApp, type RelayApp } from './relay.fixture.ts';

describe('published clients at a relay of a relay', () => {
  let upstream: DeliveryApp;
  let first: RelayApp;
  let relay: RelayApp;
  let token: string;
  let flagdPort: number;
  const problems: unknown[] = [];
  before(async () => {
    upstream = await openDeliveryApp();
    await upstream.createFeature('cart');
    token = await upstream.token();
    first = await openRelayApp(upstream.url, { METRICS_INTERVAL_SECONDS: '1', INSTANCE_ID: 'first', AWS_REGION: 'eu-north-1' });
    flagdPort = await findFreePort();
    const second = { TOKENS: token, METRICS_INTERVAL_SECONDS: '1', INSTANCE_ID: 'second', FLAGD_PORT: String(flagdPort) };
    relay = await openRelayApp(first.url, second);
  });
  after(async () => {
    await relay.close();
    await first.close();
    await upstream.close();
  });

  const turn = async (state: 'on' | 'off') =>
    equal((await upstream.operator.post(`/api/admin/projects/default/features/cart/environments/development/${state}`)).status, 200);

  for (const type of ['polling', 'streaming'] as const) {
    it(`receive changes by ${type}, and report usage`, async () => {
      const sdk = new Unleash({
        url: `${relay.url}/api`,
        appName: `shop-${type}`,
        customHeaders: { Authorization: token },
        refreshInterval: 100,
        metricsInterval: 60_000,
        skipInstanceCountWarning: true,
        storageProvider: new InMemStorageProvider(),
        ...(type === 'streaming' && { experimentalMode: { type } }),
      });
      sdk.on('error', (error: unknown) => problems.push(error));
      await once(sdk, 'synchronized');
      await turn('on');
      await eventually(() => sdk.isEnabled('cart'));
      await turn('off');
      await eventually(() => !sdk.isEnabled('cart'));
      await sdk.flushMetrics();
      sdk.destroy();
      deepEqual(problems, []);
    });
  }

  it('evaluate by the protocols of flagd, and follow changes', async () => {
    const client = createClient(evaluationV2, createGrpcTransport({ baseUrl: `http://127.0.0.1:${flagdPort}` }));
    const isOn = async () => (await client.resolveBoolean({ flagKey: 'cart' }, { headers: { authorization: token } })).value;
    await turn('on');
    await eventually(async () => equal(await isOn(), true));
    await turn('off');
    await eventually(async () => equal(await isOn(), false));
  });

  it('receive evaluated features in a browser', async () => {
    const client = new UnleashClient({
      url: `${relay.url}/api/frontend`,
      clientKey: await upstream.token({ type: 'frontend' }),
      appName: 'page',
      refreshInterval: 1,
      disableMetrics: true,
      fetch: globalThis.fetch,
      createAbortController: () => new AbortController(),
      storageProvider: new InMemoryStorageProvider(),
    });
    client.on('error', (error: unknown) => problems.push(error));
    await client.start();
    await turn('on');
    await eventually(() => client.isEnabled('cart'));
    client.stop();
    deepEqual(problems, []);
  });

  it('report usage through both relays', () =>
    eventually(async () => {
      const { body } = await upstream.operator.get('/api/admin/projects/default/features/cart');
      return body.environments.some(({ lastSeenAt }: { lastSeenAt: string | null }) => lastSeenAt !== null);
    }));

  it('are counted in the list of relays at the upstream', async () => {
    const stream = await openStream(relay.url, { authorization: token });
    await eventually(async () => {
      const { body } = await upstream.operator.get('/api/admin/delivery/relays');
      const listed = (body.relays as Record<string, unknown>[]).map(({ id, appName, region, via, streams, revisionsBehind }) => {
        return { id, appName, region, via, streams, revisionsBehind };
      });
      deepEqual(listed, [
        { id: 'first', appName: 'signalbox-relay', region: 'eu-north-1', via: null, streams: 1, revisionsBehind: 0 },
        { id: 'second', appName: 'signalbox-relay', region: null, via: 'first', streams: 1, revisionsBehind: 0 },
      ]);
    });
    stream.close();
  });
});
