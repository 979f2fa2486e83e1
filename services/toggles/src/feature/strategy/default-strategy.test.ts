import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments, featureEnvironmentPath } from './strategy.fixture.ts';

describe('default strategy', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
  });
  after(() => app.close());

  const pathOf = (environment = 'development', project = 'default') =>
    `/api/admin/projects/${project}/environments/${environment}/default-strategy`;
  const set = (body: object, path = pathOf()) => app.as(app.users.editor).post(path, body);
  const shown = async () => (await app.as(app.users.viewer).get('/api/admin/projects/default')).body.environments;
  const stored = (parameters: object) => ({
    name: 'flexibleRollout',
    title: null,
    disabled: false,
    parameters,
    constraints: [],
    variants: [],
    segments: [],
  });

  it('is returned with the project, emitted when it changes, and added to features that are switched on', async () => {
    const [development, production] = ['development', 'production'].map((environment) => ({ environment, changeRequestsEnabled: false }));
    deepEqual(await shown(), [development, production]);
    const parameters = { rollout: '30', stickiness: 'userId', groupId: '' };
    const before = { ...stored({ rollout: '10', stickiness: 'default', groupId: '' }), sortOrder: 4 };
    const events = await app.eventsOf('toggles', async () => {
      const first = await set({ name: 'flexibleRollout', sortOrder: 4, parameters: { rollout: '10', stickiness: '', groupId: '' } });
      deepEqual([first.status, first.body], [200, before]);
      for (let times = 0; times < 2; times += 1) {
        const { status, body } = await set({ name: 'flexibleRollout', parameters });
        deepEqual([status, body], [200, stored(parameters)]);
      }
    });
    const where = { type: 'default-strategy-updated', project: 'default', environment: 'development', featureName: null, tags: [] };
    deepEqual(emitted(events), [
      { ...where, data: before, preData: null },
      { ...where, data: stored(parameters), preData: before },
    ]);
    deepEqual(await shown(), [{ ...development, defaultStrategy: stored(parameters) }, production]);
    await postFeatures(app, ['fresh']);
    equal((await app.as(app.users.editor).post(`${featureEnvironmentPath('fresh')}/on`)).status, 200);
    const [strategy] = (await app.as(app.users.viewer).get(`${featureEnvironmentPath('fresh')}/strategies`)).body;
    deepEqual(strategy.parameters, { ...parameters, groupId: 'fresh' });
  });

  it('has defaults for missing parameters, and the group of each feature', async () => {
    const { body } = await set({ name: 'flexibleRollout', parameters: { rollout: '40' } });
    deepEqual(body.parameters, { rollout: '40', stickiness: 'default', groupId: '' });
    deepEqual((await set({ name: 'flexibleRollout' })).body.parameters, { rollout: '100', stickiness: 'default', groupId: '' });
    await postFeatures(app, ['grouped']);
    equal((await app.as(app.users.editor).post(`${featureEnvironmentPath('grouped')}/on`)).status, 200);
    const [strategy] = (await app.as(app.users.viewer).get(`${featureEnvironmentPath('grouped')}/strategies`)).body;
    deepEqual(strategy.parameters, { rollout: '100', stickiness: 'default', groupId: 'grouped' });
  });

  it('follows the rules of strategies and must be a gradual rollout', async () => {
    const [foreign] = await addSegments(app, ['foreign'], 'shop');
    const rollout = { name: 'flexibleRollout' };
    const statuses = [
      await set({ name: 'default' }),
      await set({}),
      await set({ ...rollout, segments: [999_999] }),
      await set({ ...rollout, segments: [foreign] }),
      await set({ ...rollout, constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'a' }] }),
      await set({ ...rollout, variants: [{ name: 'a', weight: 1000, weightType: 'fix', stickiness: 'default' }] }),
    ].map(({ status }) => status);
    deepEqual(statuses, [400, 400, 404, 400, 400, 400]);
  });

  it('is refused with 404 for an environment that the project does not use, and with 403 for viewers', async () => {
    const admin = app.as(app.users.admin);
    for (const path of [pathOf('nowhere'), pathOf('default'), pathOf('development', 'nowhere')]) {
      equal((await admin.post(path, { name: 'flexibleRollout' })).status, 404, path);
    }
    const { status, body } = await app.as(app.users.viewer).post(pathOf(), { name: 'flexibleRollout' });
    deepEqual([status, body.permissions], [403, ['UPDATE_PROJECT']]);
  });
});
