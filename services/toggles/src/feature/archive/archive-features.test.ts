import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, postFeatures, features, protect, emitted } from '../feature/feature.fixture.ts';

describe('archive features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const url = '/api/admin/projects/default/archive';

  it('archives in the order of the request, skipping unknown, archived and repeated names', async () => {
    await postFeatures(app, ['one', 'two', 'three']);
    await archive(app, 'three');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).post(url, { features: ['two', 'nowhere', 'three', 'one', 'two'] });
      equal(status, 202);
      equal(body, '');
    });
    deepEqual(emitted(events), [bare('feature-archived', 'two'), bare('feature-archived', 'one')]);
  });

  it('refuses features of several projects with 403 and archives none', async () => {
    await postFeatures(app, ['home']);
    await postFeatures(app, ['abroad'], 'other');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.admin).post(url, { features: ['home', 'abroad'] });
      equal(status, 403);
      equal(body.name, 'InvalidOperationError');
    });
    deepEqual(events, []);
    equal((await app.as(app.users.viewer).get(`${features}/home`)).status, 200);
  });

  it('accepts an empty list', async () => {
    equal((await app.as(app.users.editor).post(url, { features: [] })).status, 202);
  });

  it('refuses a body without the list with 400 and a viewer with 403', async () => {
    const { status, body } = await app.as(app.users.editor).post(url, ['one']);
    equal(status, 400);
    equal(body.name, 'ValidationError');
    equal((await app.as(app.users.viewer).post(url, { features: [] })).status, 403);
  });

  it('replays the response to a repeated request without events, and refuses another body under the key with 422', async () => {
    await postFeatures(app, ['again']);
    const post = (names: string[]) =>
      app.as(app.users.editor).post(url, { features: names }, { headers: { 'idempotency-key': 'archive-again' } });
    const events = await app.eventsOf('toggles', async () => {
      deepEqual([(await post(['again'])).status, (await post(['again'])).status], [202, 202]);
      const { status, body } = await post(['one']);
      equal(status, 422);
      equal(body.name, 'IdempotencyKeyReusedError');
    });
    deepEqual(emitted(events), [bare('feature-archived', 'again')]);
  });

  it('refuses a project with an environment that requires change requests, unless the caller may skip them', async () => {
    await addProject(app, 'guarded');
    await postFeatures(app, ['kept'], 'guarded');
    await protect(app, 'guarded', 'production');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'guarded');
    const { status, body } = await app.as(owner).post('/api/admin/projects/guarded/archive', { features: ['kept'] });
    equal(status, 403);
    deepEqual(body.permissions, ['SKIP_CHANGE_REQUEST']);
    equal((await app.as(app.users.admin).post('/api/admin/projects/guarded/archive', { features: ['kept'] })).status, 202);
  });
});
