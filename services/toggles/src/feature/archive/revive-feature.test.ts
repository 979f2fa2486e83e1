import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, postFeatures, environmentsOn, setEnvironment, emitted } from '../feature/feature.fixture.ts';

describe('revive feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await addProject(app, 'secret');
  });
  after(() => app.close());

  const url = (name: string) => `/api/admin/archive/revive/${name}`;
  const archiveIn = (project: string, name: string) => app.as(app.users.admin).delete(`/api/admin/projects/${project}/features/${name}`);

  it('returns 200 without a body, switches everything off and emits feature-revived', async () => {
    await postFeatures(app, ['back']);
    await setEnvironment(app, 'back', 'production', { enabled: true });
    await archive(app, 'back');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).post(url('back'));
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(emitted(events), [bare('feature-revived', 'back')]);
    deepEqual(await environmentsOn(app, 'back'), []);
  });

  it('does not change an active feature and emits nothing', async () => {
    await postFeatures(app, ['active']);
    await setEnvironment(app, 'active', 'production', { enabled: true });
    const events = await app.eventsOf('toggles', async () => equal((await app.as(app.users.editor).post(url('active'))).status, 200));
    deepEqual(events, []);
    deepEqual(await environmentsOn(app, 'active'), ['production']);
  });

  it('checks the permission in the project of the feature', async () => {
    await postFeatures(app, ['abroad'], 'other');
    await archiveIn('other', 'abroad');
    const { status, body } = await app.as(app.users.editor).post(url('abroad'));
    equal(status, 403);
    equal(body.name, 'NoAccessError');
    deepEqual(body.permissions, ['UPDATE_FEATURE']);
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'other');
    equal((await app.as(owner).post(url('abroad'))).status, 200);
  });

  it('refuses an unknown feature and one of a hidden project alike with 404', async () => {
    equal((await app.as(app.users.editor).post(url('nowhere'))).status, 404);
    await postFeatures(app, ['hidden'], 'secret');
    await archiveIn('secret', 'hidden');
    await app.users.hide('secret');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'other');
    const { status, body } = await app.as(owner).post(url('hidden'));
    equal(status, 404);
    equal(body.message.includes('secret'), false);
    for (const name of ['nowhere', 'hidden']) equal((await app.as(app.users.someone()).post(url(name))).status, 403);
  });

  it('refuses a viewer and a client token with 403 and an anonymous caller with 401', async () => {
    await postFeatures(app, ['locked']);
    equal((await app.as(app.users.viewer).post(url('locked'))).status, 403);
    equal((await app.as(app.users.clientToken).post(url('locked'))).status, 403);
    equal((await app.as(null).post(url('locked'))).status, 401);
  });

  it('refuses a stale If-Match with 412', async () => {
    await postFeatures(app, ['guarded']);
    await archive(app, 'guarded');
    const { status } = await app.as(app.users.editor).post(url('guarded'), undefined, { headers: { 'if-match': '"999"' } });
    equal(status, 412);
  });
});
