import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { fillWithSample, NotEmpty, reportTraffic, type SampleToken } from '@signalbox/console/sample';
import { dayMs } from '@signalbox/kit';
import { type Client, eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { logInTo, sendAs } from './sample.fixture.ts';

describe('the sample', () => {
  let product: Product;
  let admin: Client;
  let tokens: readonly SampleToken[];

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
    tokens = await fill();
    deepEqual(await counts(), [17, 3, 4, 2, 2, 1]);
  });

  const usageOf = async (feature: string, hoursBack: number) => {
    const { body } = await admin.get(`/api/admin/client-metrics/features/${feature}/raw?hoursBack=${hoursBack}`);
    return body.data.filter(({ environment }: { environment: string }) => environment === 'production');
  };

  it('has two months of evaluations, which grow with the share of users', async () => {
    equal((await usageOf('express-pay', 48)).length, 2 * 48);
    const days = Map.groupBy(await usageOf('express-pay', 60 * 24), ({ timestamp }: Usage) => timestamp);
    ok(days.size > 30);
    const shares = [...days.values()].map((own) => sumOf(own, 'yes') / (sumOf(own, 'yes') + sumOf(own, 'no')));
    ok((shares[1] ?? 0) > 3 * (shares.at(-2) ?? 1), String(shares));
    ok((await usageOf('search-suggestions', 60 * 24)).length > 2 * 58);
  });

  it('has changes of two months by five people, and leaves none of their tokens behind', async () => {
    const { body } = await admin.get('/api/admin/search/events?limit=1000');
    const authors = new Set(body.events.map(({ createdBy }: { createdBy: string }) => createdBy));
    for (const name of ['admin', 'ingrid', 'mei', 'lena', 'samir']) ok(authors.has(name), name);
    const oldest = Math.min(...body.events.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt)));
    ok(Date.now() - oldest > 59 * dayMs);
    const { users } = (await admin.get('/api/admin/user-admin')).body;
    for (const { id } of users) deepEqual((await admin.get(`/api/admin/user-admin/${id}/tokens`)).body.pats, []);
  });

  it('has insights with archived and stale features, and with lead times', async () => {
    const { stats, leadTime, health } = (await admin.get('/api/admin/projects/shop/insights')).body;
    for (const name of ['createdCurrentWindow', 'createdPastWindow', 'archivedCurrentWindow', 'archivedPastWindow'])
      ok(stats[name] > 1, name);
    ok(new Set(leadTime.features.map(({ timeToProduction }: { timeToProduction: number }) => timeToProduction)).size > 4);
    equal(health.staleCount, 2);
  });

  it('has a template with a safeguard, which its plan has too', async () => {
    const [careful] = (await admin.get('/api/admin/release-plan-templates')).body;
    const plans = await admin.get('/api/admin/projects/shop/features/same-day-delivery/environments/production/release-plans');
    const { id: _id, triggeredAt, reason, ...own } = plans.body[0].safeguards[0];
    deepEqual([careful.name, careful.safeguards, triggeredAt, reason], ['Careful', [own], null, null]);
  });

  it('has a safeguard whose metric is near its limit', async () => {
    const query = 'series=checkout_error_percent&range=day&aggregationMode=avg';
    const values = (await admin.get(`/api/admin/impact-metrics?${query}`)).body.series[0].data.map(([, value]: number[]) => value);
    ok(values.length > 20 && Math.max(...values) < 2 && Math.max(...values) > 1.6, String(values));
  });

  it('has applications with unknown features', async () => {
    await eventually(async () => {
      const { unknownFlags } = (await admin.get('/api/admin/metrics/unknown-flags')).body;
      deepEqual(new Set(unknownFlags.map(({ name }: { name: string }) => name)), new Set(['new-product-page', 'price-engine-v4']));
    });
  });

  it('reports further evaluations', async () => {
    const before = sumOf(await usageOf('express-pay', 48), 'no');
    await reportTraffic(sendAs(admin, product), tokens, new Date());
    await eventually(async () => ok(sumOf(await usageOf('express-pay', 48), 'no') > before));
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

interface Usage {
  readonly timestamp: string;
  readonly yes: number;
  readonly no: number;
}

const sumOf = (counts: readonly Usage[], name: 'yes' | 'no'): number => counts.reduce((sum, count) => sum + count[name], 0);
