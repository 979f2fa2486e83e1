import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { bare, postFeatures, emitted } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('tag types', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const path = '/api/admin/tag-types';
  const create = (body: unknown, as = app.users.editor) => app.as(as).post(path, body);
  const tagEvent = (type: string, content: object) => ({ ...bare(type, ''), project: null, featureName: null, ...content });

  it('start with one type, and are listed by name', async () => {
    await create({ name: 'Area' });
    const { status, body } = await app.as(app.users.viewer).get(path);
    equal(status, 200);
    deepEqual(body, {
      version: 1,
      tagTypes: [
        { name: 'Area', description: null, icon: null },
        { name: 'simple', description: 'Labels to find features by', icon: '#' },
      ],
    });
  });

  describe('when created', () => {
    it('are returned with 201 and their address, and emit an event', async () => {
      const type = { name: 'team', description: 'Who owns it', icon: '' };
      const events = await app.eventsOf('toggles', async () => {
        const { status, headers, body } = await create(type);
        deepEqual([status, headers['location'], body], [201, 'tag-types/team', type]);
      });
      deepEqual(emitted(events), [tagEvent('tag-type-created', { data: type })]);
      deepEqual((await app.as(app.users.viewer).get(`${path}/team`)).body, { version: 1, tagType: type });
    });

    it('are refused with 409 for a name in use, even by simultaneous requests', async () => {
      const { status, body } = await create({ name: 'simple' });
      deepEqual([status, body.name], [409, 'NameExistsError']);
      const answers = await Promise.all([create({ name: 'raced' }), create({ name: 'raced' })]);
      deepEqual(
        answers.map((answer) => answer.status).sort((a, b) => a - b),
        [201, 409],
      );
    });

    it('are refused with 400 for names that are too short, too long or unsafe in addresses', async () => {
      for (const name of ['x', 'x'.repeat(51), 'with space', 'a/b', '..', undefined]) {
        const { status, body } = await create({ name });
        deepEqual([status, body.name], [400, 'ValidationError'], String(name));
      }
      equal((await create({ name: 'x'.repeat(50) })).status, 201);
    });

    it('are refused with 403 for a viewer', async () => {
      deepEqual((await create({ name: 'mine' }, app.users.viewer)).body.permissions, ['CREATE_TAG_TYPE']);
    });
  });

  it('are validated without being created', async () => {
    const viewer = app.as(app.users.viewer);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await viewer.post(`${path}/validate`, { name: 'free', icon: '!' });
      deepEqual([status, body], [200, { valid: true, tagType: { name: 'free', description: null, icon: '!' } }]);
      equal((await viewer.post(`${path}/validate`, { name: 'simple' })).status, 409);
      equal((await viewer.post(`${path}/validate`, { name: 'a b' })).status, 400);
    });
    deepEqual(events, []);
    equal((await viewer.get(`${path}/free`)).status, 404);
  });

  describe('when updated', () => {
    before(() => create({ name: 'level', description: 'old', icon: '^' }));
    const update = (name: string, body: unknown, as = app.users.editor) => app.as(as).put(`${path}/${name}`, body);

    it('change only the given properties and emit nothing the second time', async () => {
      const events = await app.eventsOf('toggles', async () => {
        for (const _ of [1, 2]) {
          const { status, body } = await update('level', { description: 'new' });
          deepEqual([status, body], [200, '']);
        }
      });
      deepEqual(emitted(events), [tagEvent('tag-type-updated', { data: { name: 'level', description: 'new', icon: '^' } })]);
      deepEqual((await app.as(app.users.viewer).get(`${path}/level`)).body.tagType, { name: 'level', description: 'new', icon: '^' });
    });

    it('are refused with 404 if unknown, 400 for an invalid description and 403 for a viewer', async () => {
      equal((await update('nowhere', {})).status, 404);
      equal((await update('level', { description: 'x'.repeat(256) })).status, 400);
      deepEqual((await update('level', {}, app.users.viewer)).body.permissions, ['UPDATE_TAG_TYPE']);
    });
  });

  describe('when deleted', () => {
    const remove = (name: string, as = app.users.editor) => app.as(as).delete(`${path}/${name}`);

    it('delete their tags from all features, and emit the previous type', async () => {
      await create({ name: 'doomed', icon: 'x' });
      await postFeatures(app, ['worn']);
      const editor = app.as(app.users.editor);
      await editor.post('/api/admin/tags', { type: 'doomed', value: 'unused' });
      for (const type of ['doomed', 'simple']) await editor.post('/api/admin/features/worn/tags', { type, value: 'used' });
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await remove('doomed');
        deepEqual([status, body], [200, '']);
      });
      deepEqual(emitted(events), [tagEvent('tag-type-deleted', { preData: { name: 'doomed', description: null, icon: 'x' } })]);
      deepEqual((await editor.get('/api/admin/features/worn/tags')).body.tags, [{ type: 'simple', value: 'used' }]);
      deepEqual((await editor.get('/api/admin/tags')).body.tags, [{ type: 'simple', value: 'used' }]);
      equal((await remove('doomed')).status, 404);
    });

    it('are refused with 403 for a viewer', async () => {
      deepEqual((await remove('simple', app.users.viewer)).body.permissions, ['DELETE_TAG_TYPE']);
    });
  });
});
