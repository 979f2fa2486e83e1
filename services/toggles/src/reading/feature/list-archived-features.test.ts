import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, metadataOf, postFeatures, setEnvironment } from '../../feature/feature/feature.fixture.ts';

describe('list archived features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await postFeatures(app, ['gone', 'active']);
    await postFeatures(app, ['abroad'], 'other');
    await setEnvironment(app, 'gone', 'production', { lastSeenAt: new Date('2024-01-02T00:00:00.000Z') });
    await archive(app, 'gone');
    await app.as(app.users.admin).delete('/api/admin/projects/other/features/abroad');
  });
  after(() => app.close());

  const url = '/api/admin/archive/features';
  const names = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name).sort();

  it('returns version 2 and the archived features of all projects', async () => {
    const { status, body } = await app.as(app.users.viewer).get(url);
    equal(status, 200);
    equal(body.version, 2);
    deepEqual(names(body), ['abroad', 'gone']);
  });

  it('returns those of one project with the same metadata as elsewhere', async () => {
    const metadata = await metadataOf(app, 'gone');
    equal(metadata.lastSeenAt, '2024-01-02T00:00:00.000Z');
    deepEqual((await app.as(app.users.viewer).get(`${url}/default`)).body, { version: 2, features: [metadata] });
  });

  it('leaves out features that the caller cannot see, and refuses a hidden project', async () => {
    await app.users.hide('other');
    const outsider = app.as(app.users.someone());
    deepEqual(names((await outsider.get(url)).body), ['gone']);
    equal((await outsider.get(`${url}/other`)).status, 404);
    deepEqual(names((await app.as(app.users.admin).get(url)).body), ['abroad', 'gone']);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get(url)).status, 401);
  });
});
