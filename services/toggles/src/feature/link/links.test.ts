import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, bare, features, postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const page = { url: 'https://example.com/browse/SHOP-1', title: 'Why' };

describe('links of a feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { FEATURE_LINKS: '3' } });
    await addProject(app, 'other');
    await postFeatures(app, ['cart', 'gone']);
    await archive(app, 'gone');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const links = async (name: string, project = 'default') =>
    (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/features/${name}`)).body.links;

  it('are added, changed and removed, with an event each', async () => {
    let events = await app.eventsOf('toggles', async () => equal((await editor().post(`${features}/cart/link`, page)).status, 204));
    const [link] = await links('cart');
    deepEqual(link, { id: link.id, ...page });
    deepEqual(emitted(events), [{ ...bare('feature-link-added', 'cart'), data: link }]);

    const changed = { id: link.id, url: 'http://localhost:8080/x?y#z', title: null };
    const put = () => editor().put(`${features}/cart/link/${link.id}`, { url: changed.url });
    events = await app.eventsOf('toggles', async () => equal((await put()).status, 204));
    deepEqual(emitted(events), [{ ...bare('feature-link-updated', 'cart'), data: changed, preData: link }]);
    deepEqual(await links('cart'), [changed]);
    deepEqual(await app.eventsOf('toggles', async () => equal((await put()).status, 204)), []);

    const remove = () => editor().delete(`${features}/cart/link/${link.id}`);
    events = await app.eventsOf('toggles', async () => equal((await remove()).status, 204));
    deepEqual(emitted(events), [{ ...bare('feature-link-removed', 'cart'), preData: changed }]);
    deepEqual(await links('cart'), []);
    equal((await remove()).status, 404);
  });

  it('are limited by the setting, also for simultaneous requests', async () => {
    await postFeatures(app, ['full']);
    const add = (title: string) => editor().post(`${features}/full/link`, { ...page, title });
    const statuses = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (title) => (await add(title)).status));
    deepEqual(
      statuses.toSorted((one, other) => one - other),
      [204, 204, 204, 400, 400],
    );
    equal((await links('full')).length, 3);
    const { body } = await app.as(app.users.viewer).get('/api/admin/ui-config');
    equal(body.resourceLimits.featureLinks, 3);
  });

  it('are refused for invalid addresses, callers without permission, and unknown features', async () => {
    for (const url of ['javascript:alert(1)', 'example.com', 'data:text/html,x', '//example.com', 'ftp://example.com', '']) {
      const { status, body } = await editor().post(`${features}/cart/link`, { url });
      deepEqual([status, body.details[0].path], [400, 'url'], url);
    }
    equal((await app.as(app.users.viewer).post(`${features}/cart/link`, page)).status, 403);
    for (const path of [`${features}/unknown`, `${features}/gone`, '/api/admin/projects/other/features/cart'])
      equal((await app.as(app.users.admin).post(`${path}/link`, page)).status, 404);
    await postFeatures(app, ['mine', 'theirs']);
    await editor().post(`${features}/mine/link`, page);
    const [{ id }] = await links('mine');
    equal((await editor().put(`${features}/theirs/link/${id}`, page)).status, 404);
    equal((await editor().delete(`${features}/theirs/link/${id}`)).status, 404);
  });

  describe('from the templates of the project', () => {
    const templates = [
      { urlTemplate: 'https://example.com/{{project}}?q={{feature}}', title: 'Code' },
      { urlTemplate: 'https://example.com/', title: null },
    ];
    before(async () => {
      const admin = app.as(app.users.admin);
      const events = await app.eventsOf('toggles', async () =>
        equal((await admin.put('/api/admin/projects/other/settings', { linkTemplates: templates })).status, 200),
      );
      deepEqual(
        events.map(({ data }) => (data as { linkTemplates: unknown }).linkTemplates),
        [templates],
      );
    });

    it('are filled in for each new feature', async () => {
      deepEqual((await app.as(app.users.viewer).get('/api/admin/projects/other/overview')).body.linkTemplates, templates);
      const events = await app.eventsOf('toggles', () => postFeatures(app, ['fresh'], 'other'));
      const urls = ['https://example.com/other?q=fresh', 'https://example.com/'];
      deepEqual(
        (await links('fresh', 'other')).map(({ url, title }: { url: string; title: string }) => [url, title]),
        [
          [urls[0], 'Code'],
          [urls[1], null],
        ],
      );
      deepEqual(
        events.map(({ type }) => type),
        ['feature-created', 'feature-link-added', 'feature-link-added'],
      );
    });

    it('are the only links of a clone', async () => {
      const admin = app.as(app.users.admin);
      equal((await admin.post('/api/admin/projects/other/features/fresh/link', page)).status, 204);
      equal((await admin.post('/api/admin/projects/other/features/fresh/clone', { name: 'twin' })).status, 201);
      deepEqual(
        (await links('twin', 'other')).map(({ url }: { url: string }) => url),
        ['https://example.com/other?q=twin', 'https://example.com/'],
      );
    });

    it('are refused for invalid addresses, and beyond the limit', async () => {
      const admin = app.as(app.users.admin);
      for (const urlTemplate of ['javascript:{{feature}}', '{{feature}}', 'https://{{feature}}.example.com/', 'https://']) {
        const { status, body } = await admin.put('/api/admin/projects/other/settings', { linkTemplates: [{ urlTemplate }] });
        deepEqual([status, body.details[0].path], [400, 'linkTemplates/0/urlTemplate'], urlTemplate);
      }
      const many = Array.from({ length: 4 }, () => ({ urlTemplate: 'https://example.com/' }));
      const { status, body } = await admin.put('/api/admin/projects/other/settings', { linkTemplates: many });
      equal(status, 400);
      match(body.message, /at most 3/);
      equal((await editor().put('/api/admin/projects/other/settings', { linkTemplates: [] })).status, 403);
    });
  });
});
