import { deepEqual, equal } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import { Environment } from '../project/environment/environment.ts';
import { ProjectEnvironment } from '../project/project/project.ts';
import { toggles } from '../service.ts';
import { featureDocument, objectDocument } from './documents.fixture.ts';
import { apply } from './plan.fixture.ts';

const features = 1000;
const segments = 200;
const environments = ['development', 'production', 'staging'];

const settings = (index: number) => ({
  enabled: true,
  strategies: [
    {
      name: 'flexibleRollout',
      parameters: { groupId: `f${index}`, rollout: '50', stickiness: 'default' },
      segments: [`s${index % segments}`],
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2', '3'] }],
    },
  ],
});

const documents = (named: readonly string[]) => [
  ...Array.from({ length: segments }, (_, index) => objectDocument('Segment', `s${index}`, { description: 'x' })),
  ...Array.from({ length: features }, (_, index) =>
    featureDocument(`f${index}`, { environments: Object.fromEntries(named.map((name) => [name, settings(index)])) }),
  ),
];

/** Prints wall and CPU time in milliseconds, and returns the result. */
async function measured<T>(title: string, work: () => Promise<T>): Promise<T> {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`${title}: ${Math.round(performance.now() - begun)} ms, CPU ${Math.round((user + system) / 1000)} ms\n`);
  return result;
}

describe('a project of 1,000 features in three environments', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await app.store('toggles').transaction(async (em) => {
      em.create(Environment, { name: 'staging', type: 'test', enabled: true, protected: false, sortOrder: 4, createdAt: new Date() });
      await em.flush();
      em.create(ProjectEnvironment, { project: 'default', environment: 'staging', defaultStrategy: null });
    });
    await apply(app, documents(['development']));
  });
  after(() => app.close());

  const plan = (desired: readonly object[]) =>
    app.as(app.users.admin).post('/api/admin/projects/default/plan', { set: 'ours', documents: desired });

  it('is promoted with 200 segments', async () => {
    const promotion = { from: { environment: 'development' }, to: { environment: 'production' } };
    const path = '/api/admin/projects/default/promotions';
    const { hash } = (await measured('plan a promotion of 1,000 features', () => app.as(app.users.admin).post(`${path}/plan`, promotion)))
      .body;
    const { body } = await measured('promote 1,000 features', () => app.as(app.users.admin).post(path, { ...promotion, expect: { hash } }));
    equal(body.applied, features);
  });

  it('is planned without changes', async () => {
    await apply(app, documents(environments));
    for (const round of ['first', 'second', 'third']) {
      const { body } = await measured(`plan 1,000 features x 3 environments, unchanged (${round})`, () => plan(documents(environments)));
      deepEqual(body.actions, []);
    }
  });

  it('takes 200 changes', async () => {
    const desired = documents(environments).map((document) =>
      Number(document.metadata.name.slice(1)) < 200 && document.kind === 'Feature'
        ? { ...document, spec: { ...document.spec, stale: true } }
        : document,
    );
    const { hash } = (await plan(desired)).body;
    const body = { set: 'ours', documents: desired, expect: { hash } };
    const answer = await measured('apply 200 changes', () => app.as(app.users.admin).post('/api/admin/projects/default/apply', body));
    deepEqual([answer.status, answer.body.applied], [200, 200]);
  });
});
