import { deepEqual, equal } from 'node:assert/strict';
import { serviceAccountDeleted, userDeleted } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, archive, bare, postFeatures, features, emitted } from '../../feature/feature/feature.fixture.ts';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';
import { FavoriteFeature, FavoriteProject } from './favorite.ts';

describe('favorites', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'vault');
    await postFeatures(app, ['mine', 'theirs']);
  });
  after(() => app.close());

  const ofFeature = (name: string) => `${features}/${name}/favorites`;
  const ofProject = (id: string) => `/api/admin/projects/${id}/favorites`;
  const overview = async (as = app.users.viewer) => (await app.as(as).get('/api/admin/projects/default')).body;

  it('mark a feature for one user in every response, with one event', async () => {
    const viewer = app.as(app.users.viewer);
    const events = await app.eventsOf('toggles', async () => {
      for (const _ of [1, 2]) {
        const { status, body } = await viewer.post(ofFeature('mine'));
        deepEqual([status, body], [200, '']);
      }
    });
    deepEqual(emitted(events), [{ ...bare('feature-favorited', 'mine'), project: null, data: { feature: 'mine' } }]);
    equal((await viewer.get(`${features}/mine`)).body.favorite, true);
    equal((await viewer.get(`${features}/theirs`)).body.favorite, false);
    equal((await app.as(app.users.editor).get(`${features}/mine`)).body.favorite, false);
    const marks = (list: { name: string; favorite: boolean }[]) => list.map(({ name, favorite }) => [name, favorite]);
    const expected = [
      ['mine', true],
      ['theirs', false],
    ];
    deepEqual(marks((await viewer.get(features)).body.features), expected);
    deepEqual(marks((await overview()).features), expected);
    deepEqual(marks((await viewer.get('/api/admin/features')).body.features), expected);
    deepEqual(marks((await overview(app.users.editor)).features)[0], ['mine', false]);
    deepEqual(marks((await app.as(app.users.adminToken).get(features)).body.features)[0], ['mine', false]);
  });

  it('keep If-Match valid, because they do not change the feature', async () => {
    const editor = app.as(app.users.editor);
    const etag = String((await editor.get(`${features}/theirs`)).headers['etag']);
    await app.as(app.users.viewer).post(ofFeature('theirs'));
    await app.as(app.users.viewer).delete(ofFeature('theirs'));
    equal((await editor.put(`${features}/theirs`, { description: 'changed' }, { headers: { 'if-match': etag } })).status, 200);
  });

  it('are removed once, also from an archived feature', async () => {
    await postFeatures(app, ['old']);
    await app.as(app.users.viewer).post(ofFeature('old'));
    await archive(app, 'old');
    const events = await app.eventsOf('toggles', async () => {
      for (const _ of [1, 2]) equal((await app.as(app.users.viewer).delete(ofFeature('old'))).status, 200);
    });
    deepEqual(emitted(events), [{ ...bare('feature-unfavorited', 'old'), project: null, data: { feature: 'old' } }]);
  });

  it('mark a project for one user and can be removed, with one event each', async () => {
    const viewer = app.as(app.users.viewer);
    const events = await app.eventsOf('toggles', async () => {
      for (const _ of [1, 2]) equal((await viewer.post(ofProject('default'))).status, 200);
      deepEqual([(await overview()).favorite, (await overview(app.users.editor)).favorite], [true, false]);
      for (const _ of [1, 2]) equal((await viewer.delete(ofProject('default'))).status, 200);
      equal((await overview()).favorite, false);
    });
    deepEqual(
      events.map(({ type, project, featureName, data }) => [type, project, featureName, data]),
      [
        ['project-favorited', null, null, { project: 'default' }],
        ['project-unfavorited', null, null, { project: 'default' }],
      ],
    );
  });

  it('are refused with 404 for features and projects that are unknown, archived or hidden', async () => {
    await postFeatures(app, ['gone']);
    await archive(app, 'gone');
    await app.users.hide('vault');
    const viewer = app.as(app.users.someone());
    for (const path of [ofFeature('nowhere'), ofFeature('gone'), ofProject('nowhere'), ofProject('vault')]) {
      equal((await viewer.post(path)).status, 404, path);
    }
    for (const path of [ofFeature('nowhere'), ofProject('nowhere'), ofProject('vault')])
      equal((await viewer.delete(path)).status, 404, path);
  });

  it('are refused with 403 for API tokens, which belong to no user, and 401 for an anonymous caller', async () => {
    const token = app.as(app.users.adminToken);
    for (const path of [ofFeature('mine'), ofProject('default')]) {
      for (const { status, body } of [await token.post(path), await token.delete(path)]) {
        deepEqual([status, body.name], [403, 'InvalidOperationError']);
      }
      equal((await app.as(null).post(path)).status, 401);
    }
  });

  for (const event of [userDeleted, serviceAccountDeleted]) {
    it(`are deleted on ${event.type}, and those of other users stay`, async () => {
      const [leaver, stayer] = [app.users.someone(), app.users.someone()];
      for (const user of [leaver, stayer]) {
        await app.as(user).post(ofFeature('mine'));
        await app.as(user).post(ofProject('default'));
      }
      await publishFromIdentity(app, event, { preData: { id: leaver.id, name: null, username: 'leaver', email: null, rootRole: null } });
      const count = async (userId: number | null) => {
        const em = app.store('toggles').reader();
        return (await em.count(FavoriteFeature, { userId: userId ?? 0 })) + (await em.count(FavoriteProject, { userId: userId ?? 0 }));
      };
      await eventually(async () => equal(await count(leaver.id), 0));
      equal(await count(stayer.id), 2);
    });
  }
});
