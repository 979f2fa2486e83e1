import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import {
  addProject,
  addTag,
  bare,
  postFeatures,
  environmentsOn,
  features,
  protect,
  setEnvironment,
  emitted,
} from '../feature/feature.fixture.ts';

describe('archive feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const remove = (name: string, headers: Record<string, string> = {}) =>
    app.as(app.users.editor).delete(`${features}/${name}`, { headers });

  it('returns 202 without a body, keeps switches and emits feature-archived with the tags', async () => {
    await postFeatures(app, ['done']);
    await addTag(app, 'done', 'simple', 'mobile');
    await setEnvironment(app, 'done', 'production', { enabled: true });
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await remove('done');
      equal(status, 202);
      equal(body, '');
    });
    deepEqual(emitted(events), [{ ...bare('feature-archived', 'done'), tags: [{ type: 'simple', value: 'mobile' }] }]);
    deepEqual(await environmentsOn(app, 'done'), ['production']);
    equal((await app.as(app.users.viewer).get(`${features}/done`)).status, 404);
  });

  it('returns 202 for an archived feature, keeps the first date and emits nothing', async () => {
    await postFeatures(app, ['twice']);
    await remove('twice');
    const dateOf = async () => (await app.as(app.users.editor).put(`${features}/twice`, {})).body.archivedAt;
    const first = await dateOf();
    const events = await app.eventsOf('toggles', async () => equal((await remove('twice')).status, 202));
    deepEqual(events, []);
    equal(await dateOf(), first);
  });

  it('refuses an unknown feature and one of another project with 404', async () => {
    await postFeatures(app, ['abroad'], 'other');
    for (const name of ['nowhere', 'abroad']) equal((await remove(name)).status, 404);
  });

  it('refuses a stale If-Match with 412', async () => {
    await postFeatures(app, ['guarded']);
    equal((await remove('guarded', { 'if-match': '"999"' })).status, 412);
    equal((await app.as(app.users.viewer).get(`${features}/guarded`)).status, 200);
  });

  it('refuses a viewer with 403 and names the permission', async () => {
    await postFeatures(app, ['locked']);
    const { status, body } = await app.as(app.users.viewer).delete(`${features}/locked`);
    equal(status, 403);
    deepEqual(body.permissions, ['DELETE_FEATURE']);
  });

  it('refuses a project with an environment that requires change requests, unless the caller may skip them', async () => {
    await addProject(app, 'guarded');
    await postFeatures(app, ['kept'], 'guarded');
    await protect(app, 'guarded', 'production');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'guarded');
    const { status, body } = await app.as(owner).delete('/api/admin/projects/guarded/features/kept');
    equal(status, 403);
    deepEqual(body.permissions, ['SKIP_CHANGE_REQUEST']);
    equal((await app.as(app.users.admin).delete('/api/admin/projects/guarded/features/kept')).status, 202);
  });
});
