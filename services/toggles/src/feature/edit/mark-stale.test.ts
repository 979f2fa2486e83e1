import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, bare, postFeatures, features, emitted } from '../feature/feature.fixture.ts';

describe('mark stale', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const url = '/api/admin/projects/default/stale';
  const mark = (names: string[], stale: boolean) => app.as(app.users.editor).post(url, { features: names, stale });
  const isStale = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}`)).body.stale;

  it('emits only changes, in the order of the request, and can be reverted', async () => {
    await postFeatures(app, ['one', 'two', 'three']);
    await mark(['three'], true);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await mark(['two', 'three', 'nowhere', 'one'], true);
      equal(status, 202);
      equal(body, '');
      equal(await isStale('one'), true);
      await mark(['one'], false);
      equal(await isStale('one'), false);
    });
    deepEqual(emitted(events), [bare('feature-stale-on', 'two'), bare('feature-stale-on', 'one'), bare('feature-stale-off', 'one')]);
  });

  it('refuses features of several projects with 403 and marks none', async () => {
    await postFeatures(app, ['home']);
    await postFeatures(app, ['abroad'], 'other');
    const { status, body } = await mark(['home', 'abroad'], true);
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
    equal(await isStale('home'), false);
  });

  it('refuses a body without the mark with 400 and a viewer with 403', async () => {
    const { status, body } = await app.as(app.users.editor).post(url, { features: [] });
    equal(status, 400);
    equal(body.details[0].path, 'stale');
    equal((await app.as(app.users.viewer).post(url, { features: [], stale: true })).status, 403);
  });
});
