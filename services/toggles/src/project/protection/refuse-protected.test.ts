import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures, features, protect } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { isOn, featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { ProtectedEnvironment } from './protected-environment.ts';

describe('refuse protected', () => {
  let app: TestApp;
  let skipper: Principal;
  let productionSkipper: Principal;
  const production = featureEnvironmentPath('guarded', 'production');
  const development = featureEnvironmentPath('guarded');
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['guarded', 'kept', 'left']);
    await postStrategies(app, production, {});
    await protect(app, 'default', 'production');
    skipper = app.users.someone(roleIds.editor);
    await app.users.grant(skipper, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST' }), 'default');
    productionSkipper = app.users.someone(roleIds.editor);
    await app.users.grant(
      productionSkipper,
      await app.users.role({ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }),
      'default',
    );
  });
  after(() => app.close());

  it('refuses every direct write in the environment with 403 and names the required permission', async () => {
    const [strategy] = (await app.as(app.users.viewer).get(`${production}/strategies`)).body;
    const editor = app.as(app.users.editor);
    const path = `${production}/strategies/${strategy.id}`;
    const bulk = '/api/admin/projects/default/bulk_features/environments/production';
    const events = await app.eventsOf('toggles', async () => {
      for (const { status, body } of [
        await editor.post(`${production}/on`),
        await editor.post(`${production}/off`),
        await editor.post(`${bulk}/on`, { features: ['guarded'] }),
        await editor.post(`${bulk}/off`, { features: ['guarded'] }),
        await editor.post(`${production}/strategies`, { name: 'default' }),
        await editor.post(`${production}/strategies/set-sort-order`, []),
        await editor.put(path, { title: 'changed' }),
        await editor.patch(path, []),
        await editor.delete(path),
      ]) {
        deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
        match(body.message, /environment production of project default/);
      }
    });
    deepEqual(events, []);
  });

  it('refuses variants on every route, including those that write all environments', async () => {
    const editor = app.as(app.users.editor);
    const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const patch = [{ op: 'add', path: '/-', value: variant }];
    const events = await app.eventsOf('toggles', async () => {
      for (const { status, body } of [
        await editor.put(`${production}/variants`, [variant]),
        await editor.patch(`${production}/variants`, patch),
        await editor.put(`${features}/guarded/variants`, [variant]),
        await editor.patch(`${features}/guarded/variants`, patch),
        await editor.put(`${features}/guarded/variants-batch`, { environments: ['development', 'production'], variants: [variant] }),
      ])
        deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
    });
    deepEqual(events, []);
    equal((await editor.put(`${development}/variants`, [variant])).status, 200);
    equal((await app.as(productionSkipper).put(`${features}/guarded/variants`, [])).status, 200);
  });

  it('allows reads, and writes in other environments', async () => {
    equal((await app.as(app.users.viewer).get(production)).status, 200);
    equal((await app.as(app.users.editor).post(`${development}/on`)).status, 200);
  });

  it('allows writes of administrators and of callers who may skip change requests there', async () => {
    for (const user of [skipper, productionSkipper, app.users.admin, app.users.adminToken]) {
      equal((await app.as(user).post(`${production}/on`)).status, 200);
      equal(await isOn(app, production), true);
      equal((await app.as(user).post(`${production}/off`)).status, 200);
    }
  });

  it('guards the whole project if one environment is protected, and skipping in that one is not enough', async () => {
    const archive = (name: string, user: Principal) => app.as(user).delete(`${features}/${name}`);
    for (const user of [app.users.editor, productionSkipper]) {
      const { status, body } = await archive('kept', user);
      deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
    }
    equal((await archive('kept', skipper)).status, 202);
    equal((await archive('left', app.users.admin)).status, 202);
  });

  it('does not guard creation, metadata or revival of features', async () => {
    const editor = app.as(app.users.editor);
    const project = '/api/admin/projects/default';
    await postFeatures(app, ['old', 'older']);
    equal((await app.as(app.users.admin).post(`${project}/archive`, { features: ['old', 'older'] })).status, 202);
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: '' } };
    const statuses = [
      await editor.post(features, { name: 'fresh' }),
      await editor.put(`${features}/fresh`, { description: 'put' }),
      await editor.patch(`${features}/fresh`, [{ op: 'replace', path: '/description', value: 'patched' }]),
      await editor.put('/api/admin/features/fresh/tags', { addedTags: [{ type: 'simple', value: 'new' }], removedTags: [] }),
      await editor.post(`${project}/stale`, { features: ['fresh'], stale: true }),
      await editor.post(`${features}/fresh/favorites`),
      await editor.post(`${project}/environments/production/default-strategy`, strategy),
      await editor.post(`${project}/revive`, { features: ['old'] }),
      await editor.post(`${project}/delete`, { features: ['older'] }),
    ].map(({ status }) => status);
    deepEqual(statuses, [201, 200, 200, 200, 202, 200, 200, 200, 200]);
  });

  it('guards the removal of the environment: refuses an editor and allows an administrator', async () => {
    const project = '/api/admin/projects/default/environments';
    const editor = app.as(app.users.editor);
    deepEqual((await editor.delete(`${project}/production`)).body.permissions, ['SKIP_CHANGE_REQUEST']);
    equal((await app.as(app.users.admin).delete(`${project}/production`)).status, 200);
    equal((await editor.post(project, { environment: 'production' })).status, 200);
    const left = await app.store('toggles').reader().find(ProtectedEnvironment, {});
    deepEqual(left, []);
  });
});
