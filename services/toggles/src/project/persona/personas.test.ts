import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const personas = '/api/admin/projects/default/personas';
const context = { appName: 'shop', userId: '1,2', properties: { country: 'no' }, age: 40, list: ['a'] };

describe('personas', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await addProject(app, 'hidden');
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const editor = () => app.as(app.users.editor);
  const viewer = () => app.as(app.users.viewer);
  const save = async (name: string, project = 'default', more: object = {}): Promise<Record<string, string>> => {
    const { status, body } = await admin().post(`/api/admin/projects/${project}/personas`, { name, context, ...more });
    equal(status, 201, JSON.stringify(body));
    return body;
  };

  it('are saved as sent, without events, and are readable by everyone who can see the project', async () => {
    const input = { name: 'A Norwegian customer', description: 'Pays by invoice', context };
    let saved: Record<string, string> = {};
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await editor().post(personas, input);
      deepEqual([status, headers['location'], headers['x-revision']], [201, `personas/${body.id}`, undefined]);
      saved = body;
    });
    deepEqual(events, []);
    match(saved['id'] ?? '', /^[0-9a-f-]{36}$/);
    deepEqual(saved, { ...input, id: saved['id'], createdBy: 'editor', createdAt: saved['createdAt'] });
    deepEqual((await viewer().get(`${personas}/${saved['id']}`)).body, saved);
  });

  it('are listed by name for each project', async () => {
    for (const name of ['later', 'earlier']) await save(name, 'other');
    const { status, body } = await viewer().get('/api/admin/projects/other/personas');
    equal(status, 200);
    equal(body.version, 1);
    deepEqual(
      body.personas.map(({ name, description }: Record<string, unknown>) => [name, description]),
      [
        ['earlier', null],
        ['later', null],
      ],
    );
  });

  it('are updated, and the description stays if it is missing', async () => {
    const saved = await save('Before', 'default', { description: 'Kept' });
    const path = `${personas}/${saved['id']}`;
    const changed = { name: 'After', context: { appName: 'other' } };
    const { status, body } = await editor().put(path, changed);
    deepEqual([status, body], [200, { ...saved, ...changed }]);
    deepEqual((await viewer().get(path)).body, body);
    equal((await editor().put(path, { ...changed, description: null })).body.description, null);
  });

  it('are deleted one by one and with their project', async () => {
    const { id } = await save('Passing');
    const { status, body } = await editor().delete(`${personas}/${id}`);
    deepEqual([status, body], [204, '']);
    for (const gone of [await viewer().get(`${personas}/${id}`), await editor().delete(`${personas}/${id}`)]) equal(gone.status, 404);
    await addProject(app, 'doomed');
    await save('Doomed', 'doomed');
    equal((await admin().delete('/api/admin/projects/doomed')).status, 200);
    await addProject(app, 'doomed');
    deepEqual((await viewer().get('/api/admin/projects/doomed/personas')).body.personas, []);
  });

  it('have names that are unique in a project and case-sensitive', async () => {
    const { id } = await save('Taken');
    const taken = await editor().post(personas, { name: 'Taken', context });
    deepEqual([taken.status, taken.body.name], [409, 'NameExistsError']);
    await save('taken');
    await save('Taken', 'other');
    const { id: another } = await save('Free');
    equal((await editor().put(`${personas}/${another}`, { name: 'Taken', context })).status, 409);
    equal((await editor().put(`${personas}/${id}`, { name: 'Taken', context })).status, 200);
  });

  it('are saved once by simultaneous requests with the same name', async () => {
    const both = await Promise.all([1, 2].map(() => editor().post(personas, { name: 'Raced', context })));
    deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 409]));
  });

  it('are limited to 200 in a project', async () => {
    await addProject(app, 'crowded');
    // They wait for each other, so some of too many concurrent requests would fail with a lock timeout.
    for (let index = 0; index < 200; index += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, step) => save(`number ${index + step}`, 'crowded')));
    }
    const { status, body } = await admin().post('/api/admin/projects/crowded/personas', { name: 'one more', context });
    deepEqual([status, body.name], [403, 'InvalidOperationError']);
    match(body.message, /at most 200/);
  });

  it('are not found in another project, an unknown one or a hidden one', async () => {
    const { id } = await save('Here');
    const hidden = await save('Hidden', 'hidden');
    await app.users.hide('hidden');
    const outsider = app.as(app.users.someone());
    equal((await viewer().get(`/api/admin/projects/other/personas/${id}`)).status, 404);
    equal((await admin().put(`/api/admin/projects/other/personas/${id}`, { name: 'x', context })).status, 404);
    equal((await viewer().get(`${personas}/${id}%20`)).status, 404);
    for (const path of ['/api/admin/projects/nowhere/personas', '/api/admin/projects/hidden/personas'])
      equal((await outsider.get(path)).status, 404);
    equal((await outsider.get(`/api/admin/projects/hidden/personas/${hidden['id']}`)).status, 404);
  });

  for (const [what, input, path] of [
    ['no name', { context }, 'name'],
    ['blanks around the name', { name: ' a', context }, 'name'],
    ['a long name', { name: 'x'.repeat(101), context }, 'name'],
    ['no context', { name: 'a' }, 'context'],
    ['a context without appName', { name: 'a', context: { userId: '7' } }, 'context/appName'],
    ['an invalid time', { name: 'a', context: { appName: 'a', currentTime: 'noon' } }, 'context/currentTime'],
    ['a property that is not a string', { name: 'a', context: { appName: 'a', properties: { a: [] } } }, 'context/properties/a'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await editor().post(personas, input);
      deepEqual([status, body.details[0].path], [400, path], JSON.stringify(body));
    });
  }
});
