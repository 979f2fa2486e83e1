import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { openFaultProxy } from '@signalbox/testing/fault-proxy';
import { type DeliveryApp, features, names, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { openRelayApp, type RelayApp } from './relay.fixture.ts';

describe('tokens at a relay', () => {
  let upstream: DeliveryApp;
  let proxy: Awaited<ReturnType<typeof openFaultProxy>>;
  let relay: RelayApp;
  let first: string;
  before(async () => {
    upstream = await openDeliveryApp();
    proxy = await openFaultProxy(upstream.url);
    await upstream.createFeature('cart');
    first = await upstream.token();
    relay = await openRelayApp(proxy.url, { TOKENS: first });
    await eventually(async () => equal((await relay.application(first).get(features)).status, 200));
  });
  after(async () => {
    await relay.close();
    await proxy.close();
    await upstream.close();
  });

  const statusOf = async (token: string, path = features) => (await relay.application(token).get(path)).status;

  it('are validated by the upstream when they are first used', async () => {
    deepEqual(names(await relay.application(await upstream.token({ environment: 'production' })).get(features)), ['cart']);
    equal(await statusOf(await upstream.token({ type: 'frontend' }), '/api/frontend'), 200);
    equal(await statusOf(await upstream.token({ type: 'frontend' })), 403);
    equal(await statusOf(`default:development.${'0'.repeat(56)}`), 401);
  });

  it('need a client token with their scope', async () => {
    const { status, body } = await relay
      .application(await upstream.token({ type: 'frontend', environment: 'staging' }))
      .get('/api/frontend');
    deepEqual([status, body.name], [503, 'UnavailableError']);
  });

  it('are validated for a relay behind this one', async () => {
    const tokens = [await upstream.token(), `default:development.${'1'.repeat(56)}`];
    const { body } = await relay.application(null).post('/edge/validate', { tokens });
    deepEqual(
      body.tokens.map(({ token }: { token: string }) => token),
      tokens.slice(0, 1),
    );
  });

  it('are refused after their revocation, also those without a stream of their own', async () => {
    const [own, covered] = [await upstream.token({ environment: 'production' }), await upstream.token({ type: 'frontend' })];
    equal(await statusOf(own), 200);
    equal(await statusOf(covered, '/api/frontend'), 200);
    const stream = await openStream(relay.url, { authorization: own });
    const plain = await openStream(upstream.url, { authorization: first });
    for (const token of [own, covered]) await upstream.app.users.revoke(token);
    await eventually(async () => equal(await statusOf(covered, '/api/frontend'), 401));
    await eventually(async () => equal(await statusOf(own), 401));
    await stream.ended;
    deepEqual(
      plain.events.map(({ type }) => type),
      ['unleash-connected'],
      'only relays are notified',
    );
    plain.close();
    equal(await statusOf(first), 200);
  });

  it('expire at the relay as upstream', async () => {
    const brief = await upstream.token({ type: 'frontend', expiresAt: Date.now() + 1500 });
    equal(await statusOf(brief, '/api/frontend'), 200);
    await eventually(async () => equal(await statusOf(brief, '/api/frontend'), 401));
  });

  it('keep working while the upstream is away, and unknown ones are not refused', async () => {
    proxy.inject({ reset: true });
    const later = await upstream.token();
    equal(await statusOf(first), 200);
    equal(await statusOf(later), 503);
    await upstream.switchOn('cart');
    proxy.inject({});
    await eventually(async () => equal(await statusOf(later), 200));
    await eventually(async () => equal((await relay.application(first).get(features)).body.features[0].enabled, true));
  });
});
