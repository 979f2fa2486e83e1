import { deepEqual, equal, ok } from 'node:assert/strict';
import { openPlaygroundApp, type PlaygroundApp } from './playground-app.fixture.ts';

const users = { swede: { appName: 'shop', userId: '7', properties: { country: 'SE' } }, guest: { appName: 'shop' } };
const contexts = [users.swede, users.guest];
const constraints = [{ contextName: 'country', operator: 'IN', values: ['SE'] }];
const rollout = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: 'pay' });

describe('POST /api/admin/projects/:projectId/features/:featureName/preview', () => {
  let at: PlaygroundApp;
  let strategy: string;

  before(async () => {
    at = await openPlaygroundApp();
    await at.operator.post('/api/admin/context', { name: 'country' });
    for (const name of ['pay', 'bare', 'child', 'parent']) await at.createFeature(name);
    strategy = await at.addStrategy('pay', { name: 'flexibleRollout', parameters: rollout('100'), constraints });
    await at.switchOn('pay');
    await at.addStrategy('child', { name: 'default' });
    await at.switchOn('child');
    await at.operator.post('/api/admin/projects/default/features/child/dependencies', { feature: 'parent' });
  });
  after(() => at.close());

  const path = (name: string, project = 'default') => `/api/admin/projects/${project}/features/${name}/preview`;
  const ask = async (name: string, more: object = {}) => {
    await at.ask({ environments: ['development'], projects: [], context: { appName: 'waits' } });
    return at.app.as(at.app.users.viewer).post(path(name), { environments: ['development'], contexts, ...more });
  };

  it('returns the people with the feature in each environment, and the reasons', async () => {
    const { status, body, headers } = await ask('pay', { environments: ['development', 'production'] });
    equal(status, 200);
    ok(Number(headers['x-revision']) > 0);
    const off = { enabled: false, variant: null, because: { kind: 'off' }, byChance: false };
    deepEqual(body, {
      environments: [
        {
          name: 'development',
          contexts: [
            { enabled: true, variant: null, because: { kind: 'strategy', strategy }, byChance: false },
            {
              enabled: false,
              variant: null,
              because: {
                kind: 'constraint',
                strategy,
                constraint: constraints[0],
                given: null,
              },
              byChance: false,
            },
          ],
        },
        { name: 'production', contexts: [off, off] },
      ],
      refusals: [],
    });
  });

  it('shows the feature of its path, no matter which project or feature the body names', async () => {
    const plain = await ask('pay');
    const { status, body } = await ask('pay', { projectId: 'hidden', featureName: 'secret-feature' });
    deepEqual([status, body], [200, plain.body]);
  });

  it('returns the effect of a draft in its environment, and stores nothing', async () => {
    const payload = { id: strategy, name: 'flexibleRollout', parameters: rollout('99'), constraints: [] };
    const draft = { environment: 'development', changes: [{ action: 'updateStrategy', payload }] };
    const { body } = await ask('pay', { environments: ['development', 'production'], draft });
    const [development, production] = body.environments;
    deepEqual(
      development.contexts.map(({ enabled, after }: { enabled: boolean; after: { enabled: boolean } }) => [enabled, after.enabled]),
      [
        [true, true],
        [false, false],
      ],
    );
    deepEqual(development.contexts[1].after.because, { kind: 'share', strategy, reaches: 99, bucket: 0 });
    ok(production.contexts.every((reported: object) => !('after' in reported)));
    const none = [{ action: 'updateStrategy', payload: { ...payload, parameters: rollout('0') } }];
    const { body: closed } = await ask('pay', { environments: ['development'], draft: { ...draft, changes: none } });
    deepEqual(closed.environments[0].contexts[0].after.because, { kind: 'share', strategy, reaches: 0 });
    const { body: later } = await ask('pay');
    equal(later.environments[0].contexts[1].because.kind, 'constraint');
  });

  it('reports changes of a draft that cannot be applied', async () => {
    const payload = { id: 'missing', name: 'default' };
    const draft = { environment: 'development', changes: [{ action: 'updateStrategy', payload }] };
    const { status, body } = await ask('pay', { draft });
    equal(status, 200);
    equal(body.refusals.length, 1);
  });

  it('names the parent that is not satisfied', async () => {
    const { body } = await ask('child');
    equal(body.environments[0].contexts[0].because.kind, 'parent');
  });

  it('returns 404 for features elsewhere, and rejects too many people', async () => {
    equal((await ask('nothing')).status, 404);
    await at.createProject('other');
    equal((await at.app.as(at.app.users.viewer).post(path('pay', 'other'), { environments: ['development'], contexts })).status, 404);
    equal((await ask('pay', { contexts: Array.from({ length: 101 }, () => users.guest) })).status, 400);
  });
});
