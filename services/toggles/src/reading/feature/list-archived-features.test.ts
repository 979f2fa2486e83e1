import { deepEqual, equal } from 'node:assert/strict';
import { type Box, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, createFeatures, features, setEnvironment } from '../../feature/feature/feature.fixture.ts';

describe('list archived features', () => {
  let box: Box;
  before(async () => {
    box = await start([toggles]);
    await addProject(box, 'other');
    await createFeatures(box, ['gone', 'active']);
    await createFeatures(box, ['abroad'], 'other');
    await setEnvironment(box, 'gone', 'production', { lastSeenAt: new Date('2024-01-02T00:00:00.000Z') });
    await archive(box, 'gone');
    await box.as(box.people.admin).delete('/api/admin/projects/other/features/abroad');
  });
  after(() => box.close());

  const url = '/api/admin/archive/features';
  const names = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name).sort();

  it('answers version 2 and the archived features of all projects', async () => {
    const { status, body } = await box.as(box.people.viewer).get(url);
    equal(status, 200);
    equal(body.version, 2);
    deepEqual(names(body), ['abroad', 'gone']);
  });

  it('answers those of one project with the same metadata as everywhere', async () => {
    const { body: metadata } = await box.as(box.people.editor).put(`${features}/gone`, {});
    equal(metadata.lastSeenAt, '2024-01-02T00:00:00.000Z');
    deepEqual((await box.as(box.people.viewer).get(`${url}/default`)).body, { version: 2, features: [metadata] });
  });

  it('leaves out what the caller may not see, and hides the project', async () => {
    box.people.hide('other');
    const stranger = box.as(box.people.someone());
    deepEqual(names((await stranger.get(url)).body), ['gone']);
    equal((await stranger.get(`${url}/other`)).status, 404);
    deepEqual(names((await box.as(box.people.admin).get(url)).body), ['abroad', 'gone']);
  });

  it('refuses nobody with 401', async () => {
    equal((await box.as(null).get(url)).status, 401);
  });
});
