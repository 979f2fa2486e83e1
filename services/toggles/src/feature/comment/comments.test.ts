import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, emitted, features, postFeatures } from '../feature/feature.fixture.ts';
import { FeatureComment } from './feature-comment.ts';

describe('comments on a feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await addProject(app, 'vault');
    await postFeatures(app, ['cart', 'gone', 'full', 'quiet', 'moving']);
    await postFeatures(app, ['secret'], 'vault');
  });
  after(() => app.close());

  const of = (name: string, project = 'default') => `/api/admin/projects/${project}/features/${name}/comments`;
  const viewer = () => app.as(app.users.viewer);
  const editor = () => app.as(app.users.editor);
  const texts = async (path: string) => (await viewer().get(path)).body.comments.map(({ text }: { text: string }) => text);

  it('are added by everyone who sees the project, and listed with the newest last', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await viewer().post(of('cart'), { text: '  Why is it\non?  ' });
      const { id, createdAt } = body;
      equal(status, 201);
      deepEqual(body, { id, text: 'Why is it\non?', createdBy: app.users.viewer.name, createdByUserId: app.users.viewer.id, createdAt });
      equal((await app.as(app.users.adminToken).post(of('cart'), { text: 'Deployed <b>7</b>' })).status, 201);
    });
    const { status, body } = await editor().get(of('cart'));
    equal(status, 200);
    equal(body.hasOlder, false);
    const [first, second] = body.comments;
    deepEqual([first.text, second.text], ['Why is it\non?', 'Deployed <b>7</b>']);
    equal(second.createdByUserId, null);
    deepEqual(
      emitted(events),
      [first, second].map(({ id, text }) => ({ ...bare('feature-comment-added', 'cart'), data: { id, text } })),
    );
  });

  it('are returned in pages from the newest to the oldest', async () => {
    for (const text of ['1', '2', '3']) await viewer().post(of('quiet'), { text });
    const { body: latest } = await viewer().get(`${of('quiet')}?limit=2`);
    deepEqual([latest.comments.map(({ text }: { text: string }) => text), latest.hasOlder], [['2', '3'], true]);
    const { body: older } = await viewer().get(`${of('quiet')}?limit=2&before=${latest.comments[0].id}`);
    deepEqual([older.comments.map(({ text }: { text: string }) => text), older.hasOlder], [['1'], false]);
    for (const query of ['limit=0', 'limit=101', 'before=x', 'offset=1'])
      equal((await viewer().get(`${of('quiet')}?${query}`)).status, 400, query);
  });

  it('keep If-Match valid, and make nobody a collaborator', async () => {
    const etag = String((await editor().get(`${features}/moving`)).headers['etag']);
    const { body } = await viewer().post(of('moving'), { text: 'hello' });
    equal((await viewer().delete(`${of('moving')}/${body.id}`)).status, 204);
    const { body: feature, headers } = await editor().get(`${features}/moving`);
    equal(headers['etag'], etag);
    equal(
      feature.collaborators.users.some(({ id }: { id: number }) => id === app.users.viewer.id),
      false,
    );
  });

  it('are deleted by their author and by users who may update the feature, and by no other', async () => {
    const [one, two] = [(await viewer().post(of('full'), { text: 'one' })).body, (await viewer().post(of('full'), { text: 'two' })).body];
    const other = app.as(app.users.someone());
    const refused = await other.delete(`${of('full')}/${one.id}`);
    deepEqual([refused.status, refused.body.name], [403, 'NoAccessError']);
    const events = await app.eventsOf('toggles', async () => {
      equal((await viewer().delete(`${of('full')}/${one.id}`)).status, 204);
      equal((await editor().delete(`${of('full')}/${two.id}`)).status, 204);
      equal((await editor().delete(`${of('full')}/${two.id}`)).status, 404);
    });
    deepEqual(
      emitted(events),
      [one, two].map(({ id, text }) => ({ ...bare('feature-comment-deleted', 'full'), preData: { id, text } })),
    );
    deepEqual(await texts(of('full')), []);
  });

  it('cannot be deleted by a viewer if a token added them', async () => {
    const { body } = await app.as(app.users.adminToken).post(of('full'), { text: 'by a token' });
    equal((await viewer().delete(`${of('full')}/${body.id}`)).status, 403);
    equal((await app.as(app.users.adminToken).delete(`${of('full')}/${body.id}`)).status, 204);
  });

  it('have 1 to 1000 characters, not counting surrounding blanks', async () => {
    for (const text of ['', '   ', 'x'.repeat(1001), 'x'.repeat(2001)]) {
      const { status, body } = await viewer().post(of('full'), { text });
      deepEqual([status, body.details[0].path], [400, 'text'], text.slice(0, 3));
    }
    equal((await viewer().post(of('full'), {})).status, 400);
    const { status, body } = await viewer().post(of('full'), { text: ` ${'x'.repeat(1000)} ` });
    deepEqual([status, body.text.length], [201, 1000]);
  });

  it('are at most 1000 per feature', async () => {
    await postFeatures(app, ['busy']);
    await app.store('toggles').transaction((em) =>
      em.insertMany(
        FeatureComment,
        Array.from({ length: 999 }, (_, index) => ({
          id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
          featureName: 'busy',
          text: 'again',
          createdBy: 'ann',
          createdByUserId: null,
          createdAt: new Date(),
        })),
      ),
    );
    const statuses = await Promise.all(['a', 'b'].map(async (text) => (await viewer().post(of('busy'), { text })).status));
    deepEqual(
      statuses.toSorted((one, other) => one - other),
      [201, 400],
    );
  });

  it('are added once by repeated requests with one key', async () => {
    await postFeatures(app, ['repeated']);
    const headers = { 'idempotency-key': 'comment-1' };
    const [one, two] = [
      await viewer().post(of('repeated'), { text: 'once' }, { headers }),
      await viewer().post(of('repeated'), { text: 'once' }, { headers }),
    ];
    deepEqual([one.status, two.status, two.body], [201, 201, one.body]);
    deepEqual(await texts(of('repeated')), ['once']);
  });

  it('are not found for features that are unknown, elsewhere or hidden', async () => {
    const { body } = await app.as(app.users.admin).post(of('secret', 'vault'), { text: 'hidden' });
    await app.users.hide('vault');
    const outsider = app.as(app.users.someone());
    for (const path of [of('unknown'), of('cart', 'other'), of('secret', 'vault'), of('secret')]) {
      equal((await outsider.get(path)).status, 404, path);
      equal((await outsider.post(path, { text: 'x' })).status, 404, path);
      equal((await outsider.delete(`${path}/${body.id}`)).status, 404, path);
    }
    equal((await editor().delete(`${of('cart')}/${body.id}`)).status, 404);
    equal((await app.as(null).get(of('cart'))).status, 401);
    equal((await app.as(null).post(of('cart'), { text: 'x' })).status, 401);
  });

  it('stay with a feature that is moved, archived and revived, and go with it', async () => {
    await viewer().post(of('gone'), { text: 'follows' });
    const admin = app.as(app.users.admin);
    equal((await admin.post(`${features}/gone/changeProject`, { newProjectId: 'other' })).status, 200);
    deepEqual(await texts(of('gone', 'other')), ['follows']);
    equal((await viewer().get(of('gone'))).status, 404);
    equal((await admin.delete('/api/admin/projects/other/features/gone')).status, 202);
    deepEqual(await texts(of('gone', 'other')), ['follows']);
    equal((await viewer().post(of('gone', 'other'), { text: 'late' })).status, 404);
    equal((await admin.post('/api/admin/archive/revive/gone')).status, 200);
    deepEqual(await texts(of('gone', 'other')), ['follows']);
    await archive(app, 'cart');
    equal((await admin.delete('/api/admin/archive/cart')).status, 200);
    await postFeatures(app, ['cart']);
    deepEqual(await texts(of('cart')), []);
  });
});
