import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, addStrategy, archive, features, postFeatures, setEnvironment } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('variants that a dependent feature can require', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'hidden');
    await postFeatures(app, ['parent', 'plain', 'gone']);
    await postFeatures(app, ['secret'], 'hidden');
    await setEnvironment(app, 'parent', 'production', { variants: [variant('red'), variant('blue')] });
    await setEnvironment(app, 'parent', 'development', { variants: [variant('blue')] });
    await addStrategy(app, 'parent', 'development', { variants: [variant('green'), variant('red')] });
    await archive(app, 'gone');
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const variant = (name: string) => ({ name, weight: 1000, weightType: 'variable' as const, stickiness: 'default' });
  const get = (path: string, who = app.users.viewer) => app.as(who).get(`${path}/parent-variants`);

  it('are the unique variants of all environments and strategies, sorted by name', async () => {
    const { status, body } = await get(`${features}/parent`);
    deepEqual([status, body], [200, ['blue', 'green', 'red']]);
    deepEqual((await get(`${features}/plain`)).body, []);
  });

  it('do not exist for a feature that is unknown, archived, elsewhere or hidden', async () => {
    for (const name of ['nowhere', 'gone', 'secret']) equal((await get(`${features}/${name}`)).status, 404, name);
    equal((await get('/api/admin/projects/hidden/features/secret', app.users.someone())).status, 404);
    equal((await app.as(null).get(`${features}/parent/parent-variants`)).status, 401);
  });
});
