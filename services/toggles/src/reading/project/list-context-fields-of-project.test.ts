import { deepEqual, equal, ok } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const context = '/api/admin/projects/default/context';

describe('context fields of a project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'hidden');
    await app.users.hide('hidden');
  });
  after(() => app.close());

  it('are those of the instance, if requested', async () => {
    const viewer = app.as(app.users.viewer);
    const { status, body } = await viewer.get(`${context}?include=root`);
    equal(status, 200);
    ok(body.length > 0);
    deepEqual(body, (await viewer.get('/api/admin/context')).body);
    deepEqual((await viewer.get(context)).body, []);
  });

  it('are refused for other values of the parameter', async () => {
    equal((await app.as(app.users.viewer).get(`${context}?include=everything`)).status, 400);
  });

  it('are refused for unknown and hidden projects', async () => {
    const outsider = app.as(app.users.someone());
    for (const project of ['nowhere', 'hidden'])
      equal((await outsider.get(`/api/admin/projects/${project}/context?include=root`)).status, 404);
    equal((await app.as(null).get(context)).status, 401);
  });
});
