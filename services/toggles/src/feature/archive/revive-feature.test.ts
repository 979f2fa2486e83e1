import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, createFeatures, environmentsOn, setEnvironment, told } from '../feature/feature.fixture.ts';

describe('revive feature', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
    await addProject(box, 'other');
    await addProject(box, 'secret');
  });
  after(() => box.close());

  const url = (name: string) => `/api/admin/archive/revive/${name}`;
  const archiveIn = (project: string, name: string) => box.as(box.people.admin).delete(`/api/admin/projects/${project}/features/${name}`);

  it('answers 200 without a body, switches everything off and states feature-revived', async () => {
    await createFeatures(box, ['back']);
    await setEnvironment(box, 'back', 'production', { enabled: true });
    await archive(box, 'back');
    const events = await box.eventsOf('toggles', async () => {
      const { status, body } = await box.as(box.people.editor).post(url('back'));
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(told(events), [bare('feature-revived', 'back')]);
    deepEqual(await environmentsOn(box, 'back'), []);
  });

  it('leaves an active feature as it is and states nothing', async () => {
    await createFeatures(box, ['active']);
    await setEnvironment(box, 'active', 'production', { enabled: true });
    const events = await box.eventsOf('toggles', async () => equal((await box.as(box.people.editor).post(url('active'))).status, 200));
    deepEqual(events, []);
    deepEqual(await environmentsOn(box, 'active'), ['production']);
  });

  it('counts the permission in the project of the feature', async () => {
    await createFeatures(box, ['abroad'], 'other');
    await archiveIn('other', 'abroad');
    const { status, body } = await box.as(box.people.editor).post(url('abroad'));
    equal(status, 403);
    equal(body.name, 'NoAccessError');
    deepEqual(body.permissions, ['UPDATE_FEATURE']);
    const owner = box.people.someone();
    box.people.grant(owner, roleIds.owner, 'other');
    equal((await box.as(owner).post(url('abroad'))).status, 200);
  });

  it('refuses an unknown feature with 404, and one of a project that the caller may not see alike', async () => {
    equal((await box.as(box.people.editor).post(url('nowhere'))).status, 404);
    await createFeatures(box, ['hidden'], 'secret');
    await archiveIn('secret', 'hidden');
    box.people.hide('secret');
    const owner = box.people.someone();
    box.people.grant(owner, roleIds.owner, 'other');
    const { status, body } = await box.as(owner).post(url('hidden'));
    equal(status, 404);
    equal(body.message.includes('secret'), false);
    for (const name of ['nowhere', 'hidden']) equal((await box.as(box.people.someone()).post(url(name))).status, 403);
  });

  it('refuses a viewer and a client token with 403 and nobody with 401', async () => {
    await createFeatures(box, ['locked']);
    equal((await box.as(box.people.viewer).post(url('locked'))).status, 403);
    equal((await box.as(box.people.clientToken).post(url('locked'))).status, 403);
    equal((await box.as(null).post(url('locked'))).status, 401);
  });

  it('refuses a stale If-Match with 412', async () => {
    await createFeatures(box, ['guarded']);
    await archive(box, 'guarded');
    const { status } = await box.as(box.people.editor).post(url('guarded'), undefined, { headers: { 'if-match': '"999"' } });
    equal(status, 412);
  });
});
