import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { eventually } from '@signalbox/testing';
import { InMemStorageProvider, Unleash } from 'unleash-client';
import { type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

describe('the published SDK', () => {
  let world: DeliveryApp;
  let sdk: Unleash;
  before(async () => {
    world = await openDeliveryApp();
    sdk = new Unleash({
      url: `${world.url}/api`,
      appName: 'shop',
      customHeaders: { Authorization: await world.token({ projects: ['default'] }) },
      refreshInterval: 50,
      metricsInterval: 60_000,
      storageProvider: new InMemStorageProvider(),
    });
    sdk.on('error', (error: unknown) => errors.push(error));
    sdk.on('warn', (warning: unknown) => errors.push(warning));
    await once(sdk, 'ready');
  });
  after(async () => {
    sdk.destroy();
    await world.close();
  });
  const errors: unknown[] = [];

  it('receives the change when a feature is switched on and off again', async () => {
    await world.createFeature('cart');
    equal(sdk.isEnabled('cart'), false);
    await world.switchOn('cart');
    await eventually(() => sdk.isEnabled('cart'));
    equal((await world.operator.post('/api/admin/projects/default/features/cart/environments/development/off')).status, 200);
    await eventually(() => !sdk.isEnabled('cart'));
  });

  it('reports usage, so that the feature is marked as used', async () => {
    await sdk.flushMetrics();
    await eventually(async () => {
      const { body } = await world.operator.get('/api/admin/projects/default/features/cart');
      return body.environments.some(({ lastSeenAt }: { lastSeenAt: string | null }) => lastSeenAt !== null);
    });
    deepEqual(errors, []);
  });
});
