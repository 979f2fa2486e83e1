import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, bare, postFeatures, features, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const simple = (value: string) => ({ type: 'simple', value });

describe('tags of features', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const pathOf = (name: string) => `/api/admin/features/${name}/tags`;
  const change = (name: string, addedTags: unknown[], removedTags: unknown[] = [], as = app.users.editor) =>
    app.as(as).put(pathOf(name), { addedTags, removedTags });
  const tagsOf = async (name: string) => (await app.as(app.users.viewer).get(pathOf(name))).body.tags;
  const knownTags = async () => (await app.as(app.users.viewer).get('/api/admin/tags')).body.tags;
  const tagged = (name: string, value: string, tags: readonly string[]) => ({
    ...bare('feature-tagged', name),
    data: simple(value),
    tags: tags.map(simple),
  });
  const untagged = (name: string, value: string, tags: readonly string[]) => ({
    ...bare('feature-untagged', name),
    preData: simple(value),
    tags: tags.map(simple),
  });
  const created = (value: string) => ({ ...bare('tag-created', ''), project: null, featureName: null, data: simple(value) });

  async function feature(...tags: readonly string[]): Promise<string> {
    const name = `feature-${(count += 1)}`;
    await postFeatures(app, [name]);
    if (tags.length > 0) await change(name, tags.map(simple));
    return name;
  }

  describe('update tags of feature', () => {
    it('adds, then removes, returns all tags with their address, and emits each with the resulting tags', async () => {
      const name = await feature('old', 'kept');
      const events = await app.eventsOf('toggles', async () => {
        const { status, headers, body } = await change(name, [simple('zebra'), simple('ant')], [simple('old')]);
        equal(status, 200);
        equal(headers['location'], 'tags');
        deepEqual(body, { version: 1, tags: [simple('ant'), simple('kept'), simple('zebra')] });
      });
      const end = ['ant', 'kept', 'zebra'];
      deepEqual(emitted(events), [
        created('zebra'),
        created('ant'),
        tagged(name, 'zebra', end),
        tagged(name, 'ant', end),
        untagged(name, 'old', end),
      ]);
      deepEqual(await tagsOf(name), end.map(simple));
      deepEqual((await app.as(app.users.viewer).get(`${features}/${name}`)).body.tags, end.map(simple));
      const { body } = await app.as(app.users.viewer).get(`${features}?tag=simple:zebra`);
      deepEqual([body.features.length, body.features[0].tags], [1, end.map(simple)]);
    });

    it('refuses a tag with blanks around its value with 400, also together with the same tag without them', async () => {
      const name = await feature('blank');
      const events = await app.eventsOf('toggles', async () => {
        for (const value of ['blank ', ' blank', '\tblank', '   ']) {
          const { status, body } = await change(name, [simple(value)]);
          deepEqual([status, body.name], [400, 'BadDataError'], JSON.stringify(value));
          match(body.message, /value/);
          equal((await app.as(app.users.editor).post(pathOf(name), simple(value))).status, 400);
          equal((await app.as(app.users.editor).post('/api/admin/tags', simple(value))).status, 400);
        }
      });
      deepEqual(events, []);
    });

    it('removes a tag that is in both lists', async () => {
      const name = await feature('before');
      const events = await app.eventsOf('toggles', async () => {
        const { body } = await change(name, [simple('before'), simple('passing')], [simple('before'), simple('passing')]);
        deepEqual(body.tags, []);
      });
      deepEqual(emitted(events), [
        created('passing'),
        tagged(name, 'passing', []),
        untagged(name, 'before', []),
        untagged(name, 'passing', []),
      ]);
      deepEqual(await tagsOf(name), []);
    });

    it('emits nothing for a tag that exists, is repeated, or is missing', async () => {
      const name = await feature('here');
      deepEqual(await app.eventsOf('toggles', () => change(name, [simple('here'), simple('here')], [simple('absent')])), []);
      deepEqual(await app.eventsOf('toggles', () => change(name, [], [])), []);
      const events = await app.eventsOf('toggles', () => change(name, [simple('twice'), simple('twice')]));
      deepEqual(
        events.map(({ type }) => type),
        ['tag-created', 'feature-tagged'],
      );
    });

    it('uses simple as the default type', async () => {
      deepEqual((await change(await feature(), [{ value: 'plain' }])).body.tags, [simple('plain')]);
    });

    it('changes nothing if one tag is refused', async () => {
      const name = await feature('kept');
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await change(name, [simple('never'), { type: 'nowhere', value: 'xyz' }], [simple('kept')]);
        deepEqual([status, body.name, body.message.includes('nowhere')], [400, 'BadDataError', true]);
      });
      deepEqual(events, []);
      deepEqual(await tagsOf(name), [simple('kept')]);
      equal(
        (await knownTags()).some(({ value }: { value: string }) => value === 'never'),
        false,
      );
    });

    it('refuses values of one and of 51 characters, unknown properties and missing lists with 400', async () => {
      const name = await feature();
      const editor = app.as(app.users.editor);
      const bodies = [
        { addedTags: [simple('x')], removedTags: [] },
        { addedTags: [simple('x'.repeat(51))], removedTags: [] },
        { addedTags: [], removedTags: [simple('x')] },
        { addedTags: [{ ...simple('fine'), color: '#fff' }], removedTags: [] },
        { addedTags: [simple('fine')] },
        { removedTags: [] },
      ];
      for (const sent of bodies) {
        const { status, body } = await editor.put(pathOf(name), sent);
        deepEqual([status, body.name], [400, 'ValidationError'], JSON.stringify(sent));
      }
      equal((await change(name, [simple('x'.repeat(50)), simple('€ü /?#')])).status, 200);
    });

    it('changes the ETag, and refuses a stale If-Match with 412', async () => {
      const name = await feature();
      const etagOf = async () => String((await app.as(app.users.viewer).get(`${features}/${name}`)).headers['etag']);
      const etag = await etagOf();
      const send = (value: string) =>
        app.as(app.users.editor).put(pathOf(name), { addedTags: [simple(value)], removedTags: [] }, { headers: { 'if-match': etag } });
      deepEqual([(await send('first')).status, (await send('second')).status], [200, 412]);
      equal((await etagOf()) === etag, false);
    });

    it('applies two concurrent changes that create the same tag', async () => {
      const names = [await feature(), await feature(), await feature()];
      const events = await app.eventsOf('toggles', async () => {
        const answers = await Promise.all(names.map((name) => change(name, [simple('raced')])));
        deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200],
        );
      });
      equal(events.filter(({ type }) => type === 'tag-created').length, 1);
      for (const name of names) deepEqual(await tagsOf(name), [simple('raced')]);
    });

    it('tags archived features too', async () => {
      const name = await feature();
      await archive(app, name);
      deepEqual((await change(name, [simple('late')])).body.tags, [simple('late')]);
    });

    it('refuses an unknown feature with 404 and a viewer with 403', async () => {
      equal((await change('nowhere', [simple('fine')])).status, 404);
      const { status, body } = await change(await feature(), [simple('fine')], [], app.users.viewer);
      deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['UPDATE_FEATURE']]);
    });

    it('checks the permission in the project of the feature', async () => {
      await postFeatures(app, ['abroad'], 'other');
      equal((await change('abroad', [simple('fine')])).status, 403);
    });

    it('refuses callers who may not tag in any project with 403, before it reads the feature or the body', async () => {
      const viewer = app.as(app.users.viewer);
      for (const { status, body } of [
        await viewer.put(pathOf('nowhere'), { addedTags: [], removedTags: [] }),
        await viewer.put(pathOf(await feature()), { addedTags: 'none' }),
        await viewer.post(pathOf('nowhere'), undefined, { raw: 'tag', headers: { 'content-type': 'text/plain' } }),
        await viewer.delete(`${pathOf('nowhere')}/simple/fine`),
      ])
        deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['UPDATE_FEATURE']]);
    });

    it('accepts up to a hundred tags at once and refuses more with 400', async () => {
      const name = await feature();
      const tags = Array.from({ length: 100 }, (_, index) => simple(`many-${index}`));
      equal((await change(name, tags)).status, 200);
      for (const [added, removed] of [
        [[...tags, simple('more')], []],
        [[], [...tags, simple('more')]],
      ] as const) {
        const { status, body } = await change(name, [...added], [...removed]);
        deepEqual([status, body.details[0].path], [400, added.length > 0 ? 'addedTags' : 'removedTags']);
      }
      equal((await change(name, [], tags)).body.tags.length, 0);
    });

    it('refuses another content type with 415 and an anonymous caller with 401', async () => {
      const raw = { raw: 'addedTags', headers: { 'content-type': 'text/plain' } };
      equal((await app.as(app.users.editor).put(pathOf(await feature()), undefined, raw)).status, 415);
      equal((await app.as(null).put(pathOf('any'), {})).status, 401);
    });
  });

  describe('tag and untag feature', () => {
    it('adds one tag with its address, and emits it once', async () => {
      const name = await feature('first');
      const events = await app.eventsOf('toggles', async () => {
        for (const _ of [1, 2]) {
          const { status, headers, body } = await app.as(app.users.editor).post(pathOf(name), simple('second'));
          deepEqual([status, headers['location'], body], [201, 'tags', simple('second')]);
        }
      });
      deepEqual(emitted(events), [created('second'), tagged(name, 'second', ['first', 'second'])]);
    });

    it('removes one tag with any characters and emits it once, but the tag itself stays', async () => {
      const name = await feature('a/b:c d');
      const events = await app.eventsOf('toggles', async () => {
        for (const _ of [1, 2]) {
          const { status, body } = await app.as(app.users.editor).delete(`${pathOf(name)}/simple/${encodeURIComponent('a/b:c d')}`);
          deepEqual([status, body], [200, '']);
        }
      });
      deepEqual(emitted(events), [untagged(name, 'a/b:c d', [])]);
      equal(
        (await knownTags()).some(({ value }: { value: string }) => value === 'a/b:c d'),
        true,
      );
    });

    it('refuses an unknown type with 400, an unknown feature with 404 and a viewer with 403', async () => {
      const name = await feature();
      const editor = app.as(app.users.editor);
      equal((await editor.post(pathOf(name), { type: 'nowhere', value: 'xyz' })).status, 400);
      equal((await editor.post(pathOf(name), { type: 'simple' })).status, 400);
      equal((await editor.post(pathOf('nowhere'), simple('fine'))).status, 404);
      equal((await editor.delete(`${pathOf('nowhere')}/simple/fine`)).status, 404);
      equal((await app.as(app.users.viewer).post(pathOf(name), simple('fine'))).status, 403);
      equal((await app.as(app.users.viewer).delete(`${pathOf(name)}/simple/fine`)).status, 403);
    });
  });

  describe('update tags of features', () => {
    const bulk = (names: unknown, addedTags: unknown[], removedTags: unknown[] = [], as = app.users.editor) =>
      app.as(as).put('/api/admin/projects/default/tags', { features: names, tags: { addedTags, removedTags } });

    it('changes existing features in the order of the request', async () => {
      const [first, second] = [await feature('old'), await feature('both')];
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await bulk([second, 'nowhere', first], [simple('both')], [simple('old')]);
        deepEqual([status, body], [200, '']);
      });
      deepEqual(emitted(events), [tagged(first, 'both', ['both']), untagged(first, 'old', ['both'])]);
      deepEqual([await tagsOf(first), await tagsOf(second)], [[simple('both')], [simple('both')]]);
    });

    it('creates no tag for unknown features', async () => {
      deepEqual(await app.eventsOf('toggles', async () => equal((await bulk(['nowhere'], [simple('idle')])).status, 200)), []);
    });

    it('refuses more than 10,000 changes at once', async () => {
      const tags = Array.from({ length: 100 }, (_, index) => simple(`many-${index}`));
      const names = Array.from({ length: 101 }, (_, index) => `some-${index}`);
      const { status, body } = await bulk(names, tags);
      deepEqual([status, body.details[0].path], [400, 'features']);
      match(body.message, /make 10100 changes; a request can make at most 10000/);
    });

    it('refuses features of several projects with 403 and changes none', async () => {
      const name = await feature();
      await postFeatures(app, ['away'], 'other');
      const { status, body } = await bulk([name, 'away'], [simple('fine')], [], app.users.admin);
      deepEqual([status, body.name], [403, 'InvalidOperationError']);
      deepEqual(await tagsOf(name), []);
    });

    it('refuses an unknown type and a body without tags with 400, and a viewer with 403', async () => {
      const name = await feature();
      equal((await bulk([name], [{ type: 'nowhere', value: 'xyz' }])).status, 400);
      equal((await app.as(app.users.editor).put('/api/admin/projects/default/tags', { features: [name] })).status, 400);
      equal((await bulk([name], [], [], app.users.viewer)).status, 403);
    });
  });

  it('are refused for a feature that is unknown or hidden', async () => {
    await addProject(app, 'vault');
    await postFeatures(app, ['secret'], 'vault');
    await app.users.hide('vault');
    const viewer = app.as(app.users.someone());
    for (const name of ['nowhere', 'secret']) equal((await viewer.get(pathOf(name))).status, 404);
    equal((await app.as(app.users.admin).get(pathOf('secret'))).status, 200);
  });
});
