import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, postFeatures } from '../feature/feature.fixture.ts';

describe('create feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const features = '/api/admin/projects/default/features';

  it('returns the metadata, switches nothing on and emits feature-created', async () => {
    const input = { name: 'checkout.v2', type: 'experiment', description: 'the second one', impressionData: true };
    let answer;
    const events = await app.eventsOf('toggles', async () => {
      answer = await app.as(app.users.editor).post(features, input);
    });
    const { status, body } = answer as unknown as { status: number; body: { createdAt: string } };
    equal(status, 201);
    deepEqual(body, {
      ...input,
      project: 'default',
      stale: false,
      archived: false,
      archivedAt: null,
      lastSeenAt: null,
      createdAt: body.createdAt,
    });
    deepEqual(
      events.map(({ type, createdBy, createdByUserId, project, featureName, environment, data, preData, tags }) => ({
        type,
        createdBy,
        createdByUserId,
        project,
        featureName,
        environment,
        data,
        preData,
        tags,
      })),
      [
        {
          type: 'feature-created',
          createdBy: 'editor',
          createdByUserId: app.users.editor.id,
          project: 'default',
          featureName: 'checkout.v2',
          environment: null,
          data: body,
          preData: null,
          tags: [],
        },
      ],
    );
  });

  it('stores an empty description, and release as the default type', async () => {
    const { body } = await app.as(app.users.editor).post(features, { name: 'plain', description: '' });
    equal(body.description, '');
    equal(body.type, 'release');
  });

  for (const name of ['a b', '.', '..', 'ü', 'a/b', '', 'x'.repeat(101)]) {
    it(`refuses the name ${JSON.stringify(name.slice(0, 12))} and names the property`, async () => {
      const { status, body } = await app.as(app.users.editor).post(features, { name });
      equal(status, 400);
      equal(body.name, 'ValidationError');
      match(body.message, /^name /);
      equal(body.details[0].path, 'name');
    });
  }

  it('refuses a name in use, active or archived, in any project', async () => {
    await postFeatures(app, ['taken', 'buried']);
    await archive(app, 'buried');
    for (const [name, how] of [
      ['taken', /^A feature named taken already exists\./],
      ['buried', /^An archived feature named buried/],
    ] as const) {
      const { status, body } = await app.as(app.users.admin).post('/api/admin/projects/nowhere/features', { name });
      deepEqual([status, body.name], [409, 'NameExistsError']);
      match(body.message, how);
    }
  });

  it('treats names as case-sensitive', async () => {
    equal((await app.as(app.users.editor).post(features, { name: 'Case' })).status, 201);
    equal((await app.as(app.users.editor).post(features, { name: 'case' })).status, 201);
  });

  it('refuses an unknown project with 404 and an unknown type with 400', async () => {
    equal((await app.as(app.users.admin).post('/api/admin/projects/nowhere/features', { name: 'lost' })).status, 404);
    const { status, body } = await app.as(app.users.editor).post(features, { name: 'odd', type: 'odd' });
    equal(status, 400);
    match(body.message, /type/);
  });

  it('creates a stale feature if requested', async () => {
    const { status, body } = await app.as(app.users.editor).post(features, { name: 'born-old', stale: true });
    deepEqual([status, body.stale], [201, true]);
  });

  it('refuses a name in use first, then one outside the pattern, then a full project', async () => {
    await addProject(app, 'narrow', { featureLimit: 1, namingPattern: 'narrow-[a-z]+' });
    const post = (name: string) => app.as(app.users.admin).post('/api/admin/projects/narrow/features', { name });
    equal((await post('narrow-first')).status, 201);
    for (const [name, refusal] of [
      ['narrow-first', [409, 'NameExistsError']],
      ['wide', [400, 'PatternError']],
      ['very-narrow-second', [400, 'PatternError']],
      ['narrow-second', [403, 'InvalidOperationError']],
    ] as const) {
      const { status, body } = await post(name);
      deepEqual([status, body.name], refusal);
    }
  });

  it('refuses an anonymous caller with 401 before it checks anything else', async () => {
    const { status, body } = await app.as(null).post(features, { name: 'a b' });
    equal(status, 401);
    equal(body.name, 'AuthenticationRequired');
  });

  it('refuses a viewer with 403 and names the permission, even for an invalid body', async () => {
    const { status, body } = await app.as(app.users.viewer).post(features, { name: 'a b' });
    equal(status, 403);
    equal(body.name, 'NoAccessError');
    deepEqual(body.permissions, ['CREATE_FEATURE']);
  });

  it('refuses another content type with 415, malformed JSON with 400 and a large body with 413', async () => {
    const editor = app.as(app.users.editor);
    equal((await editor.post(features, undefined, { raw: 'name: x', headers: { 'content-type': 'text/plain' } })).status, 415);
    const malformed = await editor.post(features, undefined, { raw: '{"name":', headers: { 'content-type': 'application/json' } });
    equal(malformed.status, 400);
    equal(malformed.body.name, 'ValidationError');
    const large = await editor.post(features, { name: 'large', description: 'x'.repeat(200_000) });
    equal(large.status, 413);
    equal(large.body.name, 'ContentTooLarge');
  });

  it('accepts one of two racing requests and refuses the other with 409', async () => {
    const editor = app.as(app.users.editor);
    const answers = await Promise.all([editor.post(features, { name: 'race' }), editor.post(features, { name: 'race' })]);
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 409]));
  });

  it('replays the response to a repeated request without events, and refuses another body under the key with 422', async () => {
    const post = (name: string) => app.as(app.users.editor).post(features, { name }, { headers: { 'idempotency-key': 'create-once' } });
    const events = await app.eventsOf('toggles', async () => {
      const [first, again] = [await post('once'), await post('once')];
      deepEqual([first.status, again.status], [201, 201]);
      deepEqual(again.body, first.body);
      const { status, body } = await post('other');
      equal(status, 422);
      equal(body.name, 'IdempotencyKeyReusedError');
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-created'],
    );
  });

  it('ignores unknown properties', async () => {
    const { status, body } = await app
      .as(app.users.editor)
      .post(features, { name: 'passed-over', archived: true, createdAt: 'once', variants: 'some', pointer: { path: 1 }, version: 'x' });
    equal(status, 201);
    equal(body.archived, false);
  });

  it('adds the tags of the request, and creates unknown ones', async () => {
    const tags = [
      { type: 'simple', value: 'from-create' },
      { type: 'simple', value: 'another' },
    ];
    const editor = app.as(app.users.editor);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor.post(features, { name: 'tagged', tags: [...tags, tags[0]] });
      deepEqual([status, 'tags' in body], [201, false]);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-created', 'tag-created', 'tag-created', 'feature-tagged', 'feature-tagged'],
    );
    deepEqual((await editor.get('/api/admin/features/tagged/tags')).body.tags, tags.toReversed());
    for (const none of [null, []]) equal((await editor.post(features, { name: `untagged-${none?.length}`, tags: none })).status, 201);
  });

  it('creates nothing with a tag of an unknown type, or with too many tags', async () => {
    const editor = app.as(app.users.editor);
    const events = await app.eventsOf('toggles', async () => {
      const unknown = await editor.post(features, { name: 'wrongly-tagged', tags: [{ type: 'nope', value: 'x1' }] });
      deepEqual([unknown.status, unknown.body.name], [400, 'BadDataError']);
      const many = Array.from({ length: 101 }, (_, index) => ({ type: 'simple', value: `t${index}` }));
      const beyond = await editor.post(features, { name: 'wrongly-tagged', tags: many });
      deepEqual([beyond.status, beyond.body.details[0].path], [400, 'tags']);
    });
    deepEqual(events, []);
  });
});
