import { deepEqual, equal } from 'node:assert/strict';
import type { Failpoint } from '@signalbox/host';
import { eventually } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from './crashing.fixture.ts';

/** Durable steps of a unit of work and its messages. */
const points: readonly Failpoint[] = ['after write', 'after commit', 'after publish', 'after confirm', 'before checkpoint'];
const project = '/api/admin/projects/default';
const count = 20;

interface Named {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

describe('crashes while documents are applied', () => {
  let product: CrashingProduct;
  before(async () => {
    product = await openCrashingProduct();
  });
  after(() => product.close());

  const document = (kind: string, name: string, spec: object) => ({ apiVersion: 'signalbox.dev/v1', kind, metadata: { name }, spec });
  const documentsOf = (prefix: string) => [
    document('Segment', `${prefix}-segment`, { constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] }),
    ...Array.from({ length: count }, (_, index) =>
      document('Feature', `${prefix}-${index}`, {
        tags: [{ value: 'applied' }],
        environments: { development: { enabled: true, strategies: [{ name: 'default', segments: [`${prefix}-segment`] }] } },
      }),
    ),
  ];

  async function apply(prefix: string): Promise<number> {
    const body = { set: prefix, documents: documentsOf(prefix) };
    const plan = await product.client.post(`${project}/plan`, body);
    equal(plan.status, 200, JSON.stringify(plan.body));
    const { status, body: answer } = await product.client.post(`${project}/apply`, { ...body, expect: { hash: plan.body.hash } });
    equal(status, 200, JSON.stringify(answer));
    return answer.applied;
  }

  const ready = () => eventually(async () => equal((await product.client.get(`${project}/documents`)).status, 200));
  const exported = async (prefix: string): Promise<number> => {
    const { body } = await product.client.get(`${project}/documents`);
    return (body.documents as Named[]).filter(({ kind, metadata }) => kind === 'Feature' && metadata.name.startsWith(`${prefix}-`)).length;
  };

  for (const point of points)
    it(`leave all of the documents or none: ${point}`, async () => {
      const prefix = point.replaceAll(' ', '-');
      product.start();
      await ready();
      await product.kill();
      const crashed = product.crash({ point, service: 'toggles', at: 1 });
      const stop = new AbortController();
      void crashed.finally(() => stop.abort());
      while (!stop.signal.aborted) await apply(prefix).catch(() => null);
      await crashed;
      product.start();
      await ready();
      const seen = await exported(prefix);
      equal(seen === 0 || seen === count, true, String(seen));
      await apply(prefix);
      deepEqual([await exported(prefix), await apply(prefix)], [count, 0]);
      await product.kill();
    });
});
