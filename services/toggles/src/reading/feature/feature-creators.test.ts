import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { Feature } from '../../feature/feature/feature.ts';
import { addProject, archive, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('creators of features', () => {
  let app: TestApp;
  let owner: Principal;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'hidden');
    await postFeatures(app, ['by-admin', 'archived']);
    await archive(app, 'archived');
    owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'hidden');
    equal((await app.as(owner).post('/api/admin/projects/hidden/features', { name: 'by-owner' })).status, 201);
    await app.as(app.users.adminToken).post(features, { name: 'by-token' });
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const admin = () => ({ id: app.users.admin.id, name: app.users.admin.name });
  const ofHidden = () => ({ id: owner.id, name: owner.name });
  const byId = (creators: readonly { id: number | null }[]) => creators.toSorted((one, other) => Number(one.id) - Number(other.id));

  it('are the users of one project or of all projects', async () => {
    const client = app.as(app.users.admin);
    deepEqual((await client.get('/api/admin/projects/default/flag-creators')).body, [admin()]);
    deepEqual((await client.get('/api/admin/projects/hidden/flag-creators')).body, [ofHidden()]);
    deepEqual((await client.get('/api/admin/flag-creators')).body, { flagCreators: byId([admin(), ofHidden()]), total: 2 });
  });

  it('appear on features and search results, except for features that a token created', async () => {
    const client = app.as(app.users.viewer);
    for (const [name, creator] of [
      ['by-admin', admin()],
      ['by-token', null],
    ] as const) {
      deepEqual((await client.get(`${features}/${name}`)).body.createdBy, creator);
      deepEqual((await client.get(`/api/admin/search/features?query=${name}`)).body.features[0].createdBy, creator);
    }
  });

  it('have the name in their latest feature, or a number if there is none', async () => {
    const rename = (name: string, createdBy: string | null) =>
      app.store('toggles').transaction(async (em) => void (await em.nativeUpdate(Feature, { name }, { createdBy })));
    const listed = async () => (await app.as(app.users.viewer).get('/api/admin/projects/default/flag-creators')).body;
    await rename('by-admin', 'Former name');
    deepEqual(await listed(), [admin()]);
    for (const name of ['by-admin', 'archived']) await rename(name, null);
    deepEqual(await listed(), [{ ...admin(), name: `User ${app.users.admin.id}` }]);
  });

  it('are not listed for hidden or unknown projects', async () => {
    const outsider = app.as(app.users.someone());
    deepEqual((await outsider.get('/api/admin/flag-creators')).body.total, 1);
    for (const project of ['hidden', 'nowhere']) equal((await outsider.get(`/api/admin/projects/${project}/flag-creators`)).status, 404);
    equal((await app.as(null).get('/api/admin/flag-creators')).status, 401);
  });
});
