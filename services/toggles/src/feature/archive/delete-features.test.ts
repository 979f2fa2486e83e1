import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, addTag, archive, bare, features, metadataOf, postFeatures, emitted } from '../feature/feature.fixture.ts';

describe('delete features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const url = '/api/admin/projects/default/delete';

  it('deletes archived features in the order of the request, skips active ones and emits their last state', async () => {
    await postFeatures(app, ['one', 'two', 'active']);
    await addTag(app, 'two', 'simple', 'mobile');
    await archive(app, 'one', 'two');
    const editor = app.as(app.users.editor);
    const [one, two] = [await metadataOf(app, 'one'), await metadataOf(app, 'two')];
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor.post(url, { features: ['two', 'active', 'nowhere', 'one'] });
      equal(status, 200);
      equal(body, '');
    });
    deepEqual(emitted(events), [
      { ...bare('feature-deleted', 'two'), preData: two, tags: [{ type: 'simple', value: 'mobile' }] },
      { ...bare('feature-deleted', 'one'), preData: one },
    ]);
    equal((await editor.get(`${features}/active`)).status, 200);
    equal((await editor.put(`${features}/one`, {})).status, 404);
  });

  it('refuses features of several projects with 403 and deletes none', async () => {
    await postFeatures(app, ['home']);
    await archive(app, 'home');
    await postFeatures(app, ['abroad'], 'other');
    const { status, body } = await app.as(app.users.admin).post(url, { features: ['home', 'abroad'] });
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
    equal((await app.as(app.users.editor).put(`${features}/home`, {})).status, 200);
  });

  it('refuses a body without the list with 400 and a viewer with 403', async () => {
    equal((await app.as(app.users.editor).post(url, {})).status, 400);
    equal((await app.as(app.users.viewer).post(url, { features: [] })).status, 403);
  });
});
