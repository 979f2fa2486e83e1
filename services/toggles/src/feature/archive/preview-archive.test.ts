import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { postFeatures, features } from '../feature/feature.fixture.ts';

describe('preview archive', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['alone']);
  });
  after(() => app.close());

  const url = '/api/admin/projects/default/archive/validate';

  it('returns nothing for a feature without dependencies, and archives nothing', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).post(url, { features: ['alone', 'nowhere'] });
      equal(status, 200);
      deepEqual(body, { parentsWithChildFeatures: [], hasDeletedDependencies: false });
    });
    deepEqual(events, []);
    equal((await app.as(app.users.viewer).get(`${features}/alone`)).status, 200);
  });

  it('accepts ten thousand names and refuses more with 400', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => index.toString(36));
    const preview = (features: string[]) => app.as(app.users.editor).post(url, { features });
    equal((await preview(names)).status, 200);
    const { status, body } = await preview([...names, '']);
    deepEqual([status, body.details[0].path], [400, 'features']);
  });

  it('refuses a body without the list with 400 and a viewer with 403', async () => {
    equal((await app.as(app.users.editor).post(url, {})).status, 400);
    equal((await app.as(app.users.viewer).post(url, { features: [] })).status, 403);
  });
});
