import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, addTag, archive, postFeatures, features } from '../../feature/feature/feature.fixture.ts';

describe('list features everywhere', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    for (const project of ['shop', 'vault']) await addProject(app, project);
    await postFeatures(app, ['home.one', 'home.gone']);
    await postFeatures(app, ['shop.one', 'shop.two'], 'shop');
    await postFeatures(app, ['vault.one'], 'vault');
    await addTag(app, 'shop.two', 'simple', 'mobile');
    await archive(app, 'home.gone');
    await app.users.hide('vault');
  });
  after(() => app.close());

  const names = async (query = '', as = app.users.someone()) =>
    ((await app.as(as).get(`/api/admin/features${query}`)).body.features as { name: string }[]).map(({ name }) => name);

  it('returns the active features of all visible projects by name, in the form of lists', async () => {
    deepEqual(await names(), ['home.one', 'shop.one', 'shop.two']);
    deepEqual(await names('', app.users.admin), ['home.one', 'shop.one', 'shop.two', 'vault.one']);
    const viewer = app.as(app.users.viewer);
    const { status, body } = await viewer.get('/api/admin/features?project=default');
    deepEqual([status, body.version], [200, 1]);
    const [item] = (await viewer.get(features)).body.features;
    deepEqual(body.features, [{ ...item, project: 'default' }]);
  });

  it('filters by project, tag and name prefix', async () => {
    deepEqual(await names('?project=shop'), ['shop.one', 'shop.two']);
    deepEqual(await names('?project=shop&project=default&namePrefix=H'), ['home.one']);
    deepEqual(await names('?tag=simple:mobile'), ['shop.two']);
    deepEqual(await names('?project=vault'), []);
    deepEqual(await names('?project=nowhere'), []);
  });

  it('refuses a tag without a type with 400 and an anonymous caller with 401', async () => {
    equal((await app.as(app.users.viewer).get('/api/admin/features?tag=mobile')).status, 400);
    equal((await app.as(null).get('/api/admin/features')).status, 401);
  });
});
