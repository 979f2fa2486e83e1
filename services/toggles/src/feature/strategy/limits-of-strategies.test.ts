import { deepEqual, equal, match } from 'node:assert/strict';
import { type Answer, type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { envelope, importAs } from '../../transfer/features/transfer.fixture.ts';
import { features, postFeatures } from '../feature/feature.fixture.ts';
import { addSegments, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';

const settings = {
  FEATURE_ENVIRONMENT_STRATEGIES: '2',
  STRATEGY_CONSTRAINTS: '2',
  CONSTRAINT_VALUES: '4',
  LISTED_NETWORKS: '3',
  STRATEGY_SEGMENTS: '1',
};
const ofUsers = (count: number) => ({ contextName: 'userId', operator: 'IN', values: texts(count) });
const inNetworks = (count: number) => ({
  contextName: 'remoteAddress',
  operator: 'IN_CIDR',
  values: texts(count).map((index) => `10.0.${index}.0/24`),
});
const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('limits of strategies', () => {
  let app: TestApp;
  let segments: number[];
  before(async () => {
    app = await start([toggles], { settings });
    await app.as(app.users.admin).post('/api/admin/context', { name: 'remoteAddress' });
    segments = await addSegments(app, ['beta', 'staff']);
    await postFeatures(app, ['full', 'edited', 'off']);
  });
  after(() => app.close());

  const refused = ({ status, body }: Answer, path: string, limit: number) => {
    deepEqual([status, body.name, body.details?.[0]?.path], [400, 'BadDataError', path], JSON.stringify(body));
    match(body.message, new RegExp(`^${path} must have at most ${limit} entries`));
  };

  /** Inputs above a limit, with the property and the limit. */
  const tooLong = (): [input: object, path: string, limit: number][] => [
    [{ constraints: [ofUsers(1), ofUsers(1), ofUsers(1)] }, 'constraints', 2],
    [{ constraints: [ofUsers(4), ofUsers(5)] }, 'constraints/1/values', 4],
    [{ constraints: [inNetworks(4)] }, 'constraints/0/values', 3],
    [{ name: 'remoteAddress', parameters: { IPs: '10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4' } }, 'parameters/IPs', 3],
    [{ segments }, 'segments', 1],
  ];

  it('refuse longer input with 400 on every route, naming the property and the limit', async () => {
    const path = featureEnvironmentPath('edited');
    const [strategy] = await postStrategies(app, path, { constraints: [ofUsers(4), ofUsers(4)], segments: segments.slice(1) });
    const admin = app.as(app.users.admin);
    for (const [input, at, limit] of tooLong()) {
      refused(await admin.post(`${path}/strategies`, { name: 'default', ...input }), at, limit);
      refused(await admin.put(`${path}/strategies/${strategy?.id}`, input), at, limit);
      const strategies = [{ name: 'default', featureName: 'brought', ...input }];
      const data = envelope({ features: [{ name: 'brought' }], featureStrategies: strategies, segments: names() });
      refused(await importAs(app, data), `data/featureStrategies/0/${at}`, limit);
      const entry = { strategyName: 'default', ...input, featureName: 'stated', environment: 'development' };
      refused(await postState('stated', [entry]), `featureStrategies/0/${at}`, limit);
    }
    equal((await app.as(app.users.admin).get(`${features}/brought`)).status, 404);
    equal((await app.as(app.users.admin).get(`${features}/stated`)).status, 404);
  });

  const names = () => segments.map((id, index) => ({ id, name: ['beta', 'staff'][index] }));
  const postState = (name: string, featureStrategies: readonly object[]) =>
    app.as(app.users.admin).post('/api/admin/state/import', { version: 4, features: [{ name, project: 'default' }], featureStrategies });

  it('refuse longer patches, segment lists and default strategies', async () => {
    const path = featureEnvironmentPath('edited');
    const admin = app.as(app.users.admin);
    const [strategy] = await postStrategies(app, path, { constraints: [ofUsers(1), ofUsers(1)] });
    const patch = [{ op: 'add', path: '/constraints/-', value: ofUsers(1) }];
    refused(await admin.patch(`${path}/strategies/${strategy?.id}`, patch), 'constraints', 2);
    const set = { projectId: 'default', environmentId: 'development', strategyId: strategy?.id, segmentIds: segments };
    refused(await admin.post('/api/admin/segments/strategies', set), 'segmentIds', 1);
    const byDefault = { name: 'flexibleRollout', constraints: [ofUsers(5)] };
    refused(
      await admin.post('/api/admin/projects/default/environments/development/default-strategy', byDefault),
      'constraints/0/values',
      4,
    );
  });

  it('refuse more strategies of one feature in one environment on every route', async () => {
    const path = featureEnvironmentPath('full');
    const admin = app.as(app.users.admin);
    const added = await postStrategies(app, path, {}, {});
    refused(await admin.post(`${path}/strategies`, { name: 'default' }), 'strategies', 2);
    equal((await admin.post(`${featureEnvironmentPath('full', 'production')}/strategies`, { name: 'default' })).status, 200);
    const three = [1, 2, 3].map(() => ({ name: 'default', featureName: 'brought' }));
    refused(await importAs(app, envelope({ features: [{ name: 'brought' }], featureStrategies: three })), 'strategies', 2);
    const entries = three.map(() => ({ strategyName: 'default', featureName: 'stated', environment: 'development' }));
    refused(await postState('stated', entries), 'strategies', 2);
    equal((await admin.delete(`${path}/strategies/${added[0]?.id}`)).status, 200);
    equal((await admin.post(`${path}/strategies`, { name: 'default' })).status, 200);
  });

  it('refuse to switch features on if that would add too many strategies', async () => {
    const path = featureEnvironmentPath('off');
    await postStrategies(app, path, { disabled: true }, { disabled: true });
    const admin = app.as(app.users.admin);
    refused(await admin.post(`${path}/on`), 'strategies', 2);
    const bulk = '/api/admin/projects/default/bulk_features/environments/development/on';
    refused(await admin.post(bulk, { features: ['off'] }), 'strategies', 2);
    equal((await admin.post(`${path}/on?shouldActivateDisabledStrategies=true`)).status, 200);
  });

  it('apply to the networks of a segment, and of a constraint that is only validated', async () => {
    const admin = app.as(app.users.admin);
    refused(await admin.post('/api/admin/segments', { name: 'office', constraints: [inNetworks(4)] }), 'constraints/0/values', 3);
    refused(await admin.post('/api/admin/constraints/validate', inNetworks(4)), 'values', 3);
    equal((await admin.post('/api/admin/segments', { name: 'office', constraints: [ofUsers(9), inNetworks(3)] })).status, 201);
  });

  it('appear in the console configuration', async () => {
    const { resourceLimits } = (await app.as(app.users.viewer).get('/api/admin/ui-config')).body;
    const { constraints, constraintValues, featureEnvironmentStrategies, strategySegments, segmentValues } = resourceLimits;
    deepEqual([constraints, constraintValues, featureEnvironmentStrategies, strategySegments, segmentValues], [2, 4, 2, 1, 1000]);
  });
});
