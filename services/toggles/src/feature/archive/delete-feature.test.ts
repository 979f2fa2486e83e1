import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import {
  addProject,
  addStrategy,
  addTag,
  archive,
  bare,
  createFeatures,
  features,
  setEnvironment,
  told,
} from '../feature/feature.fixture.ts';

describe('delete feature', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
    await addProject(box, 'other');
  });
  after(() => box.close());

  const remove = (name: string, headers: Record<string, string> = {}) =>
    box.as(box.people.editor).delete(`/api/admin/archive/${name}`, { headers });

  it('removes the feature with all that hangs on it, states what it was and frees the name', async () => {
    await createFeatures(box, ['gone']);
    await addTag(box, 'gone', 'simple', 'mobile');
    await addStrategy(box, 'gone', 'production');
    await setEnvironment(box, 'gone', 'production', { lastSeenAt: new Date('2024-01-02T00:00:00.000Z') });
    await archive(box, 'gone');
    const { body: preData } = await box.as(box.people.editor).put(`${features}/gone`, {});
    equal(preData.lastSeenAt, '2024-01-02T00:00:00.000Z');
    const events = await box.eventsOf('toggles', async () => {
      const { status, body } = await remove('gone');
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(told(events), [{ ...bare('feature-deleted', 'gone'), preData, tags: [{ type: 'simple', value: 'mobile' }] }]);
    await createFeatures(box, ['gone']);
    const { body } = await box.as(box.people.viewer).get(`${features}/gone`);
    deepEqual(body.tags, []);
    deepEqual(body.environments[1].strategies, []);
  });

  it('refuses an active feature with 403', async () => {
    await createFeatures(box, ['active']);
    const { status, body } = await remove('active');
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
    equal((await box.as(box.people.viewer).get(`${features}/active`)).status, 200);
  });

  it('counts the permission in the project of the feature', async () => {
    await createFeatures(box, ['abroad'], 'other');
    await box.as(box.people.admin).delete('/api/admin/projects/other/features/abroad');
    const { status, body } = await remove('abroad');
    equal(status, 403);
    deepEqual(body.permissions, ['DELETE_FEATURE']);
    const member = box.people.someone();
    box.people.grant(member, roleIds.member, 'other');
    equal((await box.as(member).delete('/api/admin/archive/abroad')).status, 200);
  });

  it('refuses an unknown feature with 404, a viewer with 403 and a stale If-Match with 412', async () => {
    equal((await remove('nowhere')).status, 404);
    await createFeatures(box, ['kept']);
    await archive(box, 'kept');
    equal((await box.as(box.people.viewer).delete('/api/admin/archive/kept')).status, 403);
    equal((await remove('kept', { 'if-match': '"999"' })).status, 412);
    equal((await box.as(box.people.editor).put(`${features}/kept`, {})).status, 200);
  });
});
