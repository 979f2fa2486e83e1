import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { eventually, testEnvironment } from '@signalbox/testing';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const routes: Record<
  'identity' | 'toggles' | 'change-requests' | 'delivery' | 'playground' | 'audit' | 'integrations',
  (product: Product) => Promise<{ status: number; headers: Record<string, unknown> }>
> = {
  identity: ({ admin }) => admin.get('/api/admin/api-tokens'),
  toggles: ({ admin }) => admin.get('/api/admin/projects/default/features'),
  'change-requests': ({ admin }) => admin.get('/api/admin/projects/default/change-requests'),
  audit: ({ admin }) => admin.get('/api/admin/events'),
  integrations: ({ admin }) => admin.get('/api/admin/addons'),
  delivery: ({ as, tokens }) => as({ authorization: tokens.client }).get('/api/client/features'),
  playground: ({ admin }) => admin.post('/api/admin/playground', { environment: 'development', context: { appName: 'demo' } }),
};

describe('the product under failures', () => {
  const running = shareProduct();
  let product: Product;
  before(() => {
    product = running();
  });

  it('keeps every acknowledged change and its event when all processes are killed', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `survivor-${index}`);
    for (const name of names) equal((await product.admin.post('/api/admin/projects/default/features', { name })).status, 201);
    await product.crash();
    const { body } = await product.admin.get('/api/admin/projects/default/features?namePrefix=survivor-');
    equal(body.features?.length, names.length, JSON.stringify(body));
    await eventually(async () => {
      const { body: history } = await product.admin.get('/api/admin/events?project=default');
      const created = history.events.filter(
        ({ type, featureName }: { type: string; featureName: string }) => type === 'feature-created' && names.includes(featureName),
      );
      equal(created.length, names.length);
    });
  });

  if (testEnvironment.way === 'distributed') {
    for (const killed of Object.keys(routes) as (keyof typeof routes)[]) {
      it(`returns 503 with Retry-After only on the routes of ${killed} while that service is down, and recovers`, async () => {
        for (const ask of Object.values(routes)) await eventually(async () => (await ask(product)).status === 200);
        const process = product.processes?.services.get(killed);
        await process?.stop('SIGKILL');
        for (const [service, ask] of Object.entries(routes)) {
          const { status, headers } = await ask(product);
          if (service === killed) {
            equal(status, 503);
            notEqual(headers['retry-after'], undefined);
          } else {
            equal(status, 200, `${service} answers ${status} while ${killed} is dead`);
          }
        }
        const [alive, ready] = [await product.as({}).get('/health'), await product.as({}).get('/ready')];
        deepEqual([alive.status, ready.status, ready.body.services[killed].state], [200, 503, 'away']);
        process?.start();
        await product.processes?.whenReady(30_000);
        await eventually(async () => (await routes[killed](product)).status === 200);
      });
    }
  }
});
