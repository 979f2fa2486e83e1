import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import {
  addProject,
  addStrategy,
  addTag,
  archive,
  bare,
  metadataOf,
  postFeatures,
  features,
  setEnvironment,
  emitted,
} from '../feature/feature.fixture.ts';

describe('delete feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const remove = (name: string, headers: Record<string, string> = {}) =>
    app.as(app.users.editor).delete(`/api/admin/archive/${name}`, { headers });

  it('removes the feature with everything that refers to it, emits its last state and frees the name', async () => {
    await postFeatures(app, ['gone']);
    await addTag(app, 'gone', 'simple', 'mobile');
    await addStrategy(app, 'gone', 'production');
    await setEnvironment(app, 'gone', 'production', { lastSeenAt: new Date('2024-01-02T00:00:00.000Z') });
    await archive(app, 'gone');
    const preData = await metadataOf(app, 'gone');
    equal(preData.lastSeenAt, '2024-01-02T00:00:00.000Z');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await remove('gone');
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(emitted(events), [{ ...bare('feature-deleted', 'gone'), preData, tags: [{ type: 'simple', value: 'mobile' }] }]);
    await postFeatures(app, ['gone']);
    const { body } = await app.as(app.users.viewer).get(`${features}/gone`);
    deepEqual(body.tags, []);
    deepEqual(body.environments[1].strategies, []);
  });

  it('refuses an active feature with 403', async () => {
    await postFeatures(app, ['active']);
    const { status, body } = await remove('active');
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
    equal((await app.as(app.users.viewer).get(`${features}/active`)).status, 200);
  });

  it('checks the permission in the project of the feature', async () => {
    await postFeatures(app, ['abroad'], 'other');
    await app.as(app.users.admin).delete('/api/admin/projects/other/features/abroad');
    const { status, body } = await remove('abroad');
    equal(status, 403);
    deepEqual(body.permissions, ['DELETE_FEATURE']);
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'other');
    equal((await app.as(member).delete('/api/admin/archive/abroad')).status, 200);
  });

  it('refuses an unknown feature with 404, a viewer with 403 and a stale If-Match with 412', async () => {
    equal((await remove('nowhere')).status, 404);
    await postFeatures(app, ['kept']);
    await archive(app, 'kept');
    equal((await app.as(app.users.viewer).delete('/api/admin/archive/kept')).status, 403);
    equal((await remove('kept', { 'if-match': '"999"' })).status, 412);
    equal((await app.as(app.users.editor).put(`${features}/kept`, {})).status, 200);
  });
});
