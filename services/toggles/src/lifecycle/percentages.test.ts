import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { featureDocument } from '../document/documents.fixture.ts';
import { plansPath } from '../release/plan/plan.fixture.ts';
import { templates } from '../release/template/template.fixture.ts';
import { toggles } from '../service.ts';
import { envelope, importAs } from '../transfer/features/transfer.fixture.ts';

const invalid = ['50%', 'abc', '-1', '101', '', 'NaN', ' 50', '+5', '1e1', '0x10', 'Infinity'];
const rolloutOf = (share: string) => ({ name: 'flexibleRollout', parameters: { rollout: share, stickiness: 'default', groupId: 'g' } });

describe('the percentage of a strategy', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['a']);
  });
  after(() => app.close());
  const admin = () => app.as(app.users.admin);
  const strategies = `${featureEnvironmentPath('a')}/strategies`;
  const milestones = (share: string) => [{ name: 'one', strategies: [rolloutOf(share)] }];
  const state = (share: string) => ({
    version: 4,
    features: [{ name: 's', project: 'default', type: 'release' }],
    featureEnvironments: [{ featureName: 's', environment: 'development', enabled: false }],
    featureStrategies: [{ featureName: 's', environment: 'development', projectId: 'default', ...rolloutOf(share) }],
  });
  const document = (share: string) => featureDocument('d', { environments: { production: { strategies: [rolloutOf(share)] } } });

  it('is a number from 0 to 100', async () => {
    for (const share of invalid) {
      const { status, body } = await admin().post(strategies, rolloutOf(share));
      deepEqual([status, body.details?.[0].path], [400, 'parameters/rollout'], share);
      match(body.message, /^parameters\/rollout must be a number from 0 to 100, without a percent sign; got "/);
    }
    for (const share of ['0', '100', '33.3', '050']) equal((await admin().post(strategies, rolloutOf(share))).status, 200, share);
  });

  it('is checked by every request that writes strategies', async () => {
    const [strategy] = await postStrategies(app, featureEnvironmentPath('a'), rolloutOf('50'));
    const own = `${strategies}/${strategy?.id}`;
    const project = '/api/admin/projects/default';
    const writes: Readonly<Record<string, (share: string) => Promise<{ status: number; body: { message: string } }>>> = {
      PUT: (share) => admin().put(own, rolloutOf(share)),
      PATCH: (share) => admin().patch(own, [{ op: 'replace', path: '/parameters/rollout', value: share }]),
      'default strategy': (share) => admin().post(`${project}/environments/production/default-strategy`, rolloutOf(share)),
      template: (share) => admin().post(templates, { name: 't', milestones: milestones(share) }),
      'release plan': (share) => admin().post(plansPath('a', 'production'), { name: 'p', milestones: milestones(share) }),
      documents: (share) => admin().post(`${project}/plan`, { set: 'ours', documents: [document(share)] }),
      'import of features': (share) =>
        importAs(
          app,
          envelope({ features: [{ name: 'i' }], featureStrategies: [{ featureName: 'i', ...rolloutOf(share) }] }),
          app.users.admin,
        ),
      'import of a state': (share) => admin().post('/api/admin/state/import', state(share)),
    };
    for (const [name, write] of Object.entries(writes)) {
      const { status, body } = await write('50%');
      equal(status, 400, name);
      match(body.message, /parameters\/rollout must be a number from 0 to 100/, name);
    }
    for (const [name, write] of Object.entries(writes)) {
      const { status, body } = await write('50');
      equal(status < 300, true, `${name}: ${JSON.stringify(body)}`);
    }
  });

  it('is checked wherever the type of the strategy declares one', async () => {
    const type = {
      name: 'gradualRolloutUserId',
      parameters: [
        { name: 'percentage', type: 'percentage' },
        { name: 'groupId', type: 'string' },
      ],
    };
    equal((await admin().post('/api/admin/strategies', type)).status, 201);
    const post = (parameters: object) => admin().post(strategies, { name: type.name, parameters });
    match((await post({ percentage: '50%', groupId: '50%' })).body.message, /^parameters\/percentage must be a number/);
    equal((await post({ percentage: '50', groupId: '50%' })).status, 200);
    equal((await post({})).status, 200);
  });

  it('stays as it is stored until it changes', async () => {
    const type = { name: 'own', parameters: [{ name: 'share', type: 'string' }] };
    await admin().post('/api/admin/strategies', type);
    const [strategy] = await postStrategies(app, featureEnvironmentPath('a'), { name: 'own', parameters: { share: 'half' } });
    await admin().put('/api/admin/strategies/own', { parameters: [{ name: 'share', type: 'percentage' }] });
    const put = (share: string, title: string) =>
      admin().put(`${strategies}/${strategy?.id}`, { name: 'own', title, parameters: { share } });
    equal((await put('half', 'x')).status, 200);
    equal((await put('third', 'x')).status, 400);
  });
});
