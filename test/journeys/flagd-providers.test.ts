import { equal } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { FlagdProvider } from '@openfeature/flagd-provider';
import { FlagdWebProvider } from '@openfeature/flagd-web-provider';
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk';
import { OpenFeature as InBrowser } from '@openfeature/web-sdk';
import { eventually } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { type Product, startProduct } from './product.ts';

const features = '/api/admin/projects/default/features';

describe('providers of flagd', () => {
  let product: Product;
  let port: number;
  before(async () => {
    port = await findFreePort();
    const token = `default:development.${randomBytes(28).toString('hex')}`;
    product = await startProduct({ FLAGD_PORT: String(port), FLAGD_TOKEN: token, INIT_CLIENT_API_TOKENS: token });
    equal((await product.admin.post(features, { name: 'cart' })).status, 201);
    const ann = [{ contextName: 'userId', operator: 'IN', values: ['ann'] }];
    const strategy = { name: 'default', constraints: ann };
    equal((await product.admin.post(`${features}/cart/environments/development/strategies`, strategy)).status, 200);
    equal((await product.admin.post(`${features}/cart/environments/development/on`)).status, 200);
  });
  after(async () => {
    await OpenFeature.close();
    await product.close();
  });

  for (const resolverType of ['rpc', 'in-process'] as const)
    it(`evaluate and follow changes: ${resolverType}`, async () => {
      await OpenFeature.setProviderAndWait(resolverType, new FlagdProvider({ host: '127.0.0.1', port, resolverType, cache: 'disabled' }));
      const client = OpenFeature.getClient(resolverType);
      const valueFor = (targetingKey: string) => client.getBooleanValue('cart', false, { targetingKey });
      await eventually(async () => equal(await valueFor('ann'), true));
      equal(await valueFor('bob'), false);
      const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve));
      equal((await product.admin.post(`${features}/cart/environments/development/off`)).status, 200);
      await changed;
      await eventually(async () => equal(await client.getBooleanValue('cart', true, { targetingKey: 'ann' }), false));
      equal((await product.admin.post(`${features}/cart/environments/development/on`)).status, 200);
      await eventually(async () => equal(await valueFor('ann'), true));
    });

  it('evaluate in a browser', async () => {
    await InBrowser.setContext({ targetingKey: 'ann' });
    await InBrowser.setProviderAndWait(new FlagdWebProvider({ host: '127.0.0.1', port, tls: false, maxRetries: 1 }));
    try {
      const client = InBrowser.getClient();
      await eventually(() => equal(client.getBooleanValue('cart', false), true));
      await InBrowser.setContext({ targetingKey: 'bob' });
      await eventually(() => equal(client.getBooleanValue('cart', true), false));
    } finally {
      await InBrowser.close();
    }
  });
});
