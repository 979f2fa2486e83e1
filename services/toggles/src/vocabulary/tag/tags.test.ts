import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, bare, postFeatures, features, emitted } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { storeTags } from './tag.ts';

const simple = (value: string) => ({ type: 'simple', value });

describe('tags', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await app.as(app.users.admin).post('/api/admin/tag-types', { name: 'team' });
  });
  after(() => app.close());

  const create = (body: unknown, as = app.users.editor) => app.as(as).post('/api/admin/tags', body);
  const read = async (path: string) => (await app.as(app.users.viewer).get(`/api/admin/tags${path}`)).body;
  const tagEvent = (type: string, data: object) => ({ ...bare(type, ''), project: null, featureName: null, data });

  it('are created with their address and an event', async () => {
    const tag = { type: 'team', value: 'a/b ü' };
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await create(tag);
      deepEqual([status, headers['location'], body], [201, 'tags/team/a%2Fb%20%C3%BC', { version: 1, tag }]);
    });
    deepEqual(emitted(events), [tagEvent('tag-created', tag)]);
    deepEqual(await read('/team/a%2Fb%20%C3%BC'), { version: 1, tag });
  });

  it('are created only by users who may create or change features in some project', async () => {
    const { status, body } = await create(simple('by-viewer'), app.users.viewer);
    deepEqual([status, body.permissions], [403, ['CREATE_FEATURE', 'UPDATE_FEATURE']]);
    const member = app.users.someone();
    await app.users.grant(member, await app.users.role({ permission: 'UPDATE_FEATURE' }), 'default');
    deepEqual((await create({ type: 'team', value: 'by-member' }, member)).status, 201);
    equal((await app.as(app.users.admin).delete('/api/admin/tags/team/by-member')).status, 200);
  });

  it('are listed by type and value, across all types or for one', async () => {
    await create(simple('zebra'));
    await create(simple('ant'));
    await create({ type: 'team', value: 'Web' });
    deepEqual(await read(''), {
      version: 1,
      tags: [simple('ant'), simple('zebra'), { type: 'team', value: 'Web' }, { type: 'team', value: 'a/b ü' }],
    });
    deepEqual(await read('/simple'), { version: 1, tags: [simple('ant'), simple('zebra')] });
    deepEqual(await read('/nowhere'), { version: 1, tags: [] });
  });

  it('are case-sensitive', async () => {
    equal((await create(simple('Case'))).status, 201);
    equal((await create(simple('case'))).status, 201);
  });

  it('are refused with 409 the second time, even by simultaneous requests', async () => {
    await create(simple('once'));
    const { status, body } = await create(simple('once'));
    deepEqual([status, body.name], [409, 'NameExistsError']);
    const answers = await Promise.all([create(simple('raced')), create(simple('raced'))]);
    deepEqual(
      answers.map((answer) => answer.status).sort((a, b) => a - b),
      [201, 409],
    );
  });

  it('are refused with 400 without a known type or with unknown properties', async () => {
    deepEqual([(await create({ type: 'nowhere', value: 'xyz' })).body.name], ['BadDataError']);
    for (const body of [{ type: 'simple' }, simple('x'), { ...simple('fine'), id: 1 }]) equal((await create(body)).status, 400);
  });

  it('are not found if unknown, and refused to anonymous callers', async () => {
    equal((await app.as(app.users.viewer).get('/api/admin/tags/simple/nowhere')).status, 404);
    equal((await app.as(null).get('/api/admin/tags')).status, 401);
  });

  it('can be stored in large numbers, skipping existing ones', async () => {
    const tags = Array.from({ length: 1500 }, (_, index) => simple(`many-${index}`));
    const store = (some: typeof tags) => app.store('toggles').transaction((em) => storeTags({ em, now: () => new Date() }, some));
    deepEqual(await store(tags.slice(0, 2)), tags.slice(0, 2));
    deepEqual(await store(tags), tags.slice(2));
    equal((await read('/simple')).tags.filter(({ value }: { value: string }) => value.startsWith('many-')).length, tags.length);
  });

  it('are removed from every feature when they are deleted, which changes the ETags of only those features', async () => {
    await postFeatures(app, ['one', 'two', 'other']);
    const admin = app.as(app.users.admin);
    for (const name of ['one', 'two']) await admin.post(`/api/admin/features/${name}/tags`, simple('doomed'));
    await admin.post('/api/admin/features/other/tags', simple('spared'));
    const etag = async (name: string) => (await admin.get(`${features}/${name}`)).headers['etag'];
    const before = [await etag('one'), await etag('other')];
    const events = await app.eventsOf('toggles', async () => {
      for (const _ of [1, 2]) {
        const { status, body } = await admin.delete('/api/admin/tags/simple/doomed');
        deepEqual([status, body], [200, '']);
      }
    });
    deepEqual(emitted(events), [tagEvent('tag-deleted', simple('doomed'))]);
    for (const name of ['one', 'two']) deepEqual((await admin.get(`/api/admin/features/${name}/tags`)).body.tags, []);
    deepEqual((await admin.get('/api/admin/features/other/tags')).body.tags, [simple('spared')]);
    deepEqual([(await etag('one')) === before[0], (await etag('other')) === before[1]], [false, true]);
    equal((await admin.get('/api/admin/tags/simple/doomed')).status, 404);
  });

  it('are deleted only by users who may change features everywhere, not by editors or viewers', async () => {
    await create(simple('kept'));
    for (const user of [app.users.editor, app.users.viewer]) {
      const { status, body } = await app.as(user).delete('/api/admin/tags/simple/kept');
      deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE']]);
    }
    equal((await app.as(app.users.admin).delete('/api/admin/tags/nowhere/kept')).status, 404);
  });

  it('are hidden from users who can see none of the features with them', async () => {
    const admin = app.as(app.users.admin);
    await addProject(app, 'secret');
    await postFeatures(app, ['covert'], 'secret');
    await postFeatures(app, ['overt']);
    for (const value of ['merger', 'both']) await admin.post('/api/admin/features/covert/tags', { type: 'team', value });
    await admin.post('/api/admin/features/overt/tags', { type: 'team', value: 'both' });
    await app.users.hide('secret');
    const valuesFor = async (who: Parameters<TestApp['as']>[0], path: string) =>
      ((await app.as(who).get(`/api/admin/tags${path}`)).body.tags as { value: string }[]).map(({ value }) => value);
    const outsider = app.users.someone();
    for (const path of ['', '/team']) {
      deepEqual(
        (await valuesFor(outsider, path)).filter((value) => ['merger', 'both'].includes(value)),
        ['both'],
      );
      equal((await valuesFor(app.users.admin, path)).includes('merger'), true);
    }
    const read = async (value: string) => (await app.as(outsider).get(`/api/admin/tags/team/${value}`)).status;
    deepEqual([await read('merger'), await read('both'), await read('Web')], [404, 200, 200]);
    equal((await admin.get('/api/admin/tags/team/merger')).status, 200);
  });

  it('are created by hand up to a limit', async () => {
    const tags = Array.from({ length: 10_000 }, (_, index) => simple(`filling-${index}`));
    await app.store('toggles').transaction((em) => storeTags({ em, now: () => new Date() }, tags));
    const { status, body } = await create(simple('too many'));
    deepEqual([status, body.name], [400, 'BadDataError']);
  });
});
