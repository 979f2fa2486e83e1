import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type DeliveryApp, features, names, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { contentOf, openRelayApp, type RelayApp, separateSegments } from './relay.fixture.ts';

describe('a relay of an upstream without streams', () => {
  let upstream: DeliveryApp;
  let relay: RelayApp;
  let token: string;
  before(async () => {
    upstream = await openDeliveryApp({ settings: { MAX_STREAMS: '0' } });
    await upstream.createFeature('cart');
    token = await upstream.token();
    relay = await openRelayApp(upstream.url, { TOKENS: token, FEATURES_REFRESH_INTERVAL_SECONDS: '1' });
  });
  after(async () => {
    await relay.close();
    await upstream.close();
  });

  it('polls its features, and stays current without changes', async () => {
    const application = relay.application(token, separateSegments);
    await eventually(async () => deepEqual(names(await application.get(features)), ['cart']));
    await upstream.switchOn('cart');
    await eventually(async () => equal((await application.get(features)).body.features[0].enabled, true));
    deepEqual(contentOf(await application.get(features)), contentOf(await upstream.application(token, separateSegments).get(features)));
    equal((await upstream.operator.delete('/api/admin/projects/default/features/cart')).status, 202);
    await eventually(async () => deepEqual(names(await application.get(features)), []));
    const { body } = await application.get('/internal-backstage/ready');
    deepEqual(body, { status: 'READY', reason: null });
  });
});
