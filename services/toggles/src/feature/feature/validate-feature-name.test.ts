import { equal } from 'node:assert/strict';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, createFeatures } from './feature.fixture.ts';

describe('validate feature name', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
    await addProject(box, 'strict', { namingPattern: '[a-z]+' });
    await createFeatures(box, ['taken', 'gone']);
    await archive(box, 'gone');
  });
  after(() => box.close());

  const validate = (body: unknown) => box.as(box.people.viewer).post('/api/admin/features/validate', body);

  it('answers 200 without a body for a free name, in general and in a project', async () => {
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

  it('refuses a bad name and one outside the pattern of the project with 400', async () => {
    equal((await validate({ name: 'a b' })).body.name, 'ValidationError');
    const { status, body } = await validate({ name: 'UPPER', projectId: 'strict' });
    equal(status, 400);
    equal(body.name, 'PatternError');
  });

  it('refuses an unknown project and a hidden one with 404', async () => {
    equal((await validate({ name: 'free', projectId: 'nowhere' })).status, 404);
    box.people.hide('strict');
    const { status } = await box.as(box.people.someone()).post('/api/admin/features/validate', { name: 'UPPER', projectId: 'strict' });
    equal(status, 404);
  });
});
