import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import {
  addProject,
  addTag,
  bare,
  createFeatures,
  environmentsOn,
  features,
  protect,
  setEnvironment,
  told,
} from '../feature/feature.fixture.ts';

describe('archive feature', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
    await addProject(box, 'other');
  });
  after(() => box.close());

  const remove = (name: string, headers: Record<string, string> = {}) =>
    box.as(box.people.editor).delete(`${features}/${name}`, { headers });

  it('answers 202 without a body, keeps what is switched on and states feature-archived with the tags', async () => {
    await createFeatures(box, ['done']);
    await addTag(box, 'done', 'simple', 'mobile');
    await setEnvironment(box, 'done', 'production', { enabled: true });
    const events = await box.eventsOf('toggles', async () => {
      const { status, body } = await remove('done');
      equal(status, 202);
      equal(body, '');
    });
    deepEqual(told(events), [{ ...bare('feature-archived', 'done'), tags: [{ type: 'simple', value: 'mobile' }] }]);
    deepEqual(await environmentsOn(box, 'done'), ['production']);
    equal((await box.as(box.people.viewer).get(`${features}/done`)).status, 404);
  });

  it('answers 202 for an archived feature, keeps the first date and states nothing', async () => {
    await createFeatures(box, ['twice']);
    await remove('twice');
    const dateOf = async () => (await box.as(box.people.editor).put(`${features}/twice`, {})).body.archivedAt;
    const first = await dateOf();
    const events = await box.eventsOf('toggles', async () => equal((await remove('twice')).status, 202));
    deepEqual(events, []);
    equal(await dateOf(), first);
  });

  it('refuses an unknown feature and one of another project with 404', async () => {
    await createFeatures(box, ['abroad'], 'other');
    for (const name of ['nowhere', 'abroad']) equal((await remove(name)).status, 404);
  });

  it('refuses a stale If-Match with 412', async () => {
    await createFeatures(box, ['guarded']);
    equal((await remove('guarded', { 'if-match': '"999"' })).status, 412);
    equal((await box.as(box.people.viewer).get(`${features}/guarded`)).status, 200);
  });

  it('refuses a viewer with 403 and names the permission', async () => {
    await createFeatures(box, ['locked']);
    const { status, body } = await box.as(box.people.viewer).delete(`${features}/locked`);
    equal(status, 403);
    deepEqual(body.permissions, ['DELETE_FEATURE']);
  });

  it('refuses where an environment of the project asks for change requests, unless the caller may skip them', async () => {
    await addProject(box, 'guarded');
    await createFeatures(box, ['kept'], 'guarded');
    await protect(box, 'guarded', 'production');
    const owner = box.people.someone();
    box.people.grant(owner, roleIds.owner, 'guarded');
    const { status, body } = await box.as(owner).delete('/api/admin/projects/guarded/features/kept');
    equal(status, 403);
    deepEqual(body.permissions, ['SKIP_CHANGE_REQUEST']);
    equal((await box.as(box.people.admin).delete('/api/admin/projects/guarded/features/kept')).status, 202);
  });
});
