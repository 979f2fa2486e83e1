import { equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, postFeatures } from './feature.fixture.ts';

describe('validate feature name', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'strict', { namingPattern: '[a-z]+' });
    await postFeatures(app, ['taken', 'gone']);
    await archive(app, 'gone');
  });
  after(() => app.close());

  const validate = (body: unknown) => app.as(app.users.viewer).post('/api/admin/features/validate', body);

  it('returns 200 without a body for a free name, with and without a project', async () => {
    const { status, body } = await validate({ name: 'free' });
    equal(status, 200);
    equal(body, '');
    for (const projectId of ['strict', null]) equal((await validate({ name: 'free', projectId })).status, 200);
  });

  it('refuses a name in use with 409, archived or not', async () => {
    for (const name of ['taken', 'gone']) {
      const { status, body } = await validate({ name });
      equal(status, 409);
      equal(body.name, 'NameExistsError');
    }
  });

  it('refuses an invalid name and one outside the pattern of the project with 400', async () => {
    equal((await validate({ name: 'a b' })).body.name, 'ValidationError');
    const { status, body } = await validate({ name: 'UPPER', projectId: 'strict' });
    equal(status, 400);
    equal(body.name, 'PatternError');
  });

  it('refuses an unknown project and a hidden one with 404', async () => {
    equal((await validate({ name: 'free', projectId: 'nowhere' })).status, 404);
    await app.users.hide('strict');
    const { status } = await app.as(app.users.someone()).post('/api/admin/features/validate', { name: 'UPPER', projectId: 'strict' });
    equal(status, 404);
  });
});
