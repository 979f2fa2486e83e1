import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { fillWithSample, NotEmpty } from '@signalbox/console/sample';
import { type Client, eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { logInTo, sendAs } from './sample.fixture.ts';

describe('the sample', () => {
  let product: Product;
  let admin: Client;

  before(async () => {
    product = await startProduct();
    admin = await logInTo(product);
  });
  after(() => product.close());

  const fill = () => fillWithSample(sendAs(admin, product), new Date());
  const counts = async () => {
    const found = await Promise.all([
      admin.get('/api/admin/search/features?limit=100'),
      admin.get('/api/admin/segments'),
      admin.get('/api/admin/projects/shop/personas'),
      admin.get('/api/admin/projects/shop/change-requests'),
    ]);
    const [features, segments, personas, requests] = found.map(({ body }) => body);
    const strategies = await admin.get('/api/admin/projects/shop/features/express-pay/environments/production/strategies');
    const plans = await admin.get('/api/admin/projects/shop/features/same-day-delivery/environments/production/release-plans');
    return [features.total, segments.segments.length, personas.personas.length, requests.length, strategies.body.length, plans.body.length];
  };

  it('fills an empty instance', async () => {
    await fill();
    deepEqual(await counts(), [17, 3, 4, 1, 2, 1]);
  });

  it('reports evaluations, and leaves no token behind', async () => {
    await eventually(async () => {
      const { body } = await admin.get('/api/admin/client-metrics/features/express-pay/raw?hoursBack=24');
      ok(body.data.filter(({ environment }: { environment: string }) => environment === 'production').length > 40);
    });
    const { body } = await admin.get('/api/admin/api-tokens');
    equal(
      body.tokens.some(({ tokenName }: { tokenName: string }) => tokenName.startsWith('sample')),
      false,
    );
  });

  it('adds nothing when it runs again', async () => {
    const before = await counts();
    await fill();
    deepEqual(await counts(), before);
  });

  it('is rejected if another feature exists, and changes nothing', async () => {
    const before = await counts();
    equal((await admin.post('/api/admin/projects/default/features', { name: 'own' })).status, 201);
    await rejects(fill(), (error) => error instanceof NotEmpty && error.message.includes('own'));
    deepEqual(await counts(), [Number(before[0]) + 1, ...before.slice(1)]);
  });
});
