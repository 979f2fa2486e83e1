import { equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { Unleash } from 'unleash-client';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

describe('a feature on its way from an operator to a running application', () => {
  const running = shareProduct();
  let product: Product;
  let application: Unleash;
  let end = (): void => undefined;

  before(async () => {
    product = running();
    application = new Unleash({
      url: `${product.url}/api`,
      appName: 'checkout',
      instanceId: 'checkout-1',
      refreshInterval: 100,
      metricsInterval: 300,
      customHeaders: { Authorization: product.tokens.client },
    });
    end = () => application.destroy();
    application.on('error', () => undefined);
    application.on('warn', () => undefined);
  });
  after(() => end());

  const features = '/api/admin/projects/default/features';
  const inDevelopment = `${features}/journey.checkout/environments/development`;
  const context = { userId: '7' };

  it('is off in the application after the operator has created it', async () => {
    equal((await product.admin.post(features, { name: 'journey.checkout' })).status, 201);
    equal(application.isEnabled('journey.checkout', context), false);
  });

  it('turns on in the application when the operator switches it on', async () => {
    equal((await product.admin.post(`${inDevelopment}/on`)).status, 200);
    await eventually(() => application.isEnabled('journey.checkout', context));
  });

  it('follows the strategies that the operator adds', async () => {
    const { body: strategies } = await product.admin.get(`${inDevelopment}/strategies`);
    const onlyUserOne = { name: 'default', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] };
    equal((await product.admin.post(`${inDevelopment}/strategies`, onlyUserOne)).status, 200);
    equal((await product.admin.delete(`${inDevelopment}/strategies/${strategies[0].id}`)).status, 200);
    await eventually(
      () => !application.isEnabled('journey.checkout', context) && application.isEnabled('journey.checkout', { userId: '1' }),
    );
  });

  it('turns off in the application when the operator switches it off', async () => {
    equal((await product.admin.post(`${inDevelopment}/off`)).status, 200);
    await eventually(() => !application.isEnabled('journey.checkout', { userId: '1' }));
  });

  it('has its last use and all changes in its history', async () => {
    await eventually(async () => {
      const { body } = await product.admin.get(`${features}/journey.checkout`);
      const development = body.environments.find(({ name }: { name: string }) => name === 'development');
      return development.lastSeenAt !== null;
    });
    const expected = [
      'feature-environment-disabled',
      'feature-strategy-remove',
      'feature-strategy-add',
      'feature-environment-enabled',
      'feature-strategy-add',
      'feature-created',
    ].join();
    await eventually(async () => {
      const { body } = await product.admin.get('/api/admin/events?project=default');
      const own = body.events.filter(({ featureName }: { featureName: string | null }) => featureName === 'journey.checkout');
      equal(own.map(({ type }: { type: string }) => type).join(), expected);
    });
  });
});
