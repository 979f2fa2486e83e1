import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, postFeatures, environmentsOn, features, setEnvironment, emitted } from '../feature/feature.fixture.ts';

describe('revive features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const url = '/api/admin/projects/default/revive';
  const statusOf = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}`)).status;

  it('revives archived features, off in every environment, in the order of the request', async () => {
    await postFeatures(app, ['one', 'two', 'active']);
    await setEnvironment(app, 'one', 'production', { enabled: true });
    await setEnvironment(app, 'active', 'production', { enabled: true });
    await archive(app, 'one', 'two');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).post(url, { features: ['two', 'active', 'nowhere', 'one'] });
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(emitted(events), [bare('feature-revived', 'two'), bare('feature-revived', 'one')]);
    deepEqual([await statusOf('one'), await statusOf('two')], [200, 200]);
    deepEqual([await environmentsOn(app, 'one'), await environmentsOn(app, 'active')], [[], ['production']]);
  });

  it('refuses features of several projects with 403 and revives none', async () => {
    await postFeatures(app, ['home']);
    await archive(app, 'home');
    await postFeatures(app, ['abroad'], 'other');
    const { status, body } = await app.as(app.users.admin).post(url, { features: ['home', 'abroad'] });
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
    equal(await statusOf('home'), 404);
  });

  it('refuses with 403 and revives none if the limit does not allow all', async () => {
    await addProject(app, 'small', { featureLimit: 2 });
    const admin = app.as(app.users.admin);
    await postFeatures(app, ['small-1', 'small-2'], 'small');
    await admin.post('/api/admin/projects/small/archive', { features: ['small-1', 'small-2'] });
    await postFeatures(app, ['small-3'], 'small');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await admin.post('/api/admin/projects/small/revive', { features: ['small-1', 'small-2'] });
      equal(status, 403);
      equal(body.name, 'InvalidOperationError');
    });
    deepEqual(events, []);
    const { body } = await admin.get('/api/admin/archive/features/small');
    equal(body.features.length, 2);
  });

  it('refuses a body without the list with 400 and a viewer with 403', async () => {
    equal((await app.as(app.users.editor).post(url, {})).status, 400);
    equal((await app.as(app.users.viewer).post(url, { features: [] })).status, 403);
  });
});
