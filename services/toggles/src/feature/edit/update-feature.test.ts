import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import type { Envelope } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, archive, bare, postFeatures, environmentsOn, features, setEnvironment, emitted } from '../feature/feature.fixture.ts';

describe('update feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const put = (name: string, body: unknown, headers: Record<string, string> = {}) =>
    app.as(app.users.editor).put(`${features}/${name}`, body, { headers });
  const noneDeprecated = { variants: [], strategies: [] };
  const fresh = async (name: string) => (await app.as(app.users.editor).post(features, { name, description: 'first' })).body;

  it('changes the given properties, keeps the rest and emits both versions', async () => {
    const preData = await fresh('partial');
    let answer;
    const events = await app.eventsOf('toggles', async () => {
      answer = await put('partial', { type: 'kill-switch', impressionData: true });
    });
    const data = { ...preData, type: 'kill-switch', impressionData: true };
    const { status, body } = answer as unknown as { status: number; body: unknown };
    equal(status, 200);
    deepEqual(body, { ...data, ...noneDeprecated });
    deepEqual(emitted(events), [{ ...bare('feature-metadata-updated', 'partial'), data, preData }]);
  });

  it('returns the deprecated variants and strategies like a read of the feature, and leaves them out of its event', async () => {
    await fresh('shirt');
    const variants = [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'default', overrides: [] }];
    await app.as(app.users.admin).put(`${features}/shirt/environments/development/variants`, variants);
    const [event] = await app.eventsOf('toggles', async () => {
      const { body } = await put('shirt', { description: 'in red' });
      deepEqual([body.variants, body.strategies], [variants, []]);
    });
    deepEqual([event?.type, Object.keys(event?.data ?? {}).filter((field) => field in noneDeprecated)], ['feature-metadata-updated', []]);
    const read = (await app.as(app.users.viewer).get(`${features}/shirt`)).body;
    deepEqual([read.variants, read.strategies], [variants, []]);
  });

  it('stores an empty description, and null to remove it', async () => {
    await fresh('wordy');
    equal((await put('wordy', { description: '' })).body.description, '');
    equal((await put('wordy', { description: null })).body.description, null);
  });

  it('archives only for callers who may delete features', async () => {
    await fresh('unarchived');
    const updater = app.users.someone();
    await app.users.grant(updater, await app.users.role({ permission: 'UPDATE_FEATURE' }), 'default');
    const { status, body } = await app.as(updater).put(`${features}/unarchived`, { archived: true });
    deepEqual([status, body.name], [403, 'NoAccessError']);
    equal((await app.as(updater).put(`${features}/unarchived`, { stale: true })).status, 200);
  });

  it('emits the metadata first, then stale-on or stale-off if the mark changes', async () => {
    await fresh('old');
    const events = await app.eventsOf('toggles', async () => {
      await put('old', { stale: true });
      await put('old', { stale: true, description: 'older' });
      await put('old', { stale: false });
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-metadata-updated', 'feature-stale-on', 'feature-metadata-updated', 'feature-metadata-updated', 'feature-stale-off'],
    );
  });

  it('archives with archived true and revives with archived false, off in every environment', async () => {
    await fresh('phoenix');
    await setEnvironment(app, 'phoenix', 'production', { enabled: true });
    const events = await app.eventsOf('toggles', async () => {
      const { body } = await put('phoenix', { archived: true });
      equal(body.archived, true);
      match(body.archivedAt, /^\d{4}-.*Z$/);
      deepEqual(await environmentsOn(app, 'phoenix'), ['production']);
      const revived = await put('phoenix', { archived: false });
      equal(revived.body.archived, false);
      equal(revived.body.archivedAt, null);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['feature-metadata-updated', 'feature-archived', 'feature-metadata-updated', 'feature-revived'],
    );
    deepEqual(await environmentsOn(app, 'phoenix'), []);
  });

  it('changes an archived feature and keeps it archived', async () => {
    await fresh('resting');
    await archive(app, 'resting');
    const { status, body } = await put('resting', { description: 'resting' });
    equal(status, 200);
    equal(body.archived, true);
  });

  it('emits nothing and keeps the ETag if nothing changes', async () => {
    const metadata = await fresh('same');
    const first = await put('same', {});
    const events = await app.eventsOf('toggles', async () => {
      const { body, headers } = await put('same', { description: 'first', type: 'release', stale: false, archived: false });
      deepEqual(body, { ...metadata, ...noneDeprecated });
      equal(headers['etag'], first.headers['etag']);
    });
    deepEqual(events, []);
  });

  it('returns the same ETag as a read, refuses a stale If-Match with 412 and accepts the current one', async () => {
    await fresh('guarded');
    const read = async () => (await app.as(app.users.viewer).get(`${features}/guarded`)).headers['etag'] as string;
    const before = await read();
    const changed = await put('guarded', { description: 'second' }, { 'if-match': before });
    equal(changed.status, 200);
    notEqual(changed.headers['etag'], before);
    equal(changed.headers['etag'], await read());
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await put('guarded', { description: 'third' }, { 'if-match': before });
      equal(status, 412);
      equal(body.name, 'PreconditionFailedError');
    });
    deepEqual(events, []);
    equal((await put('guarded', { description: 'third' }, { 'if-match': await read() })).status, 200);
  });

  it('applies all of ten concurrent changes, with no gap between their events', async () => {
    const created = await fresh('crowded');
    const changes = [
      { type: 'experiment' },
      { stale: true },
      { impressionData: true },
      ...Array.from({ length: 7 }, (_, index) => ({ description: `change ${index}` })),
    ];
    const events = await app.eventsOf('toggles', async () => {
      const answers = await Promise.all(changes.map((change) => put('crowded', change)));
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      equal(new Set(answers.map(({ headers }) => headers['etag'])).size, changes.length);
    });
    const updates = events.filter(({ type }: Envelope['data']) => type === 'feature-metadata-updated');
    equal(updates.length, changes.length);
    deepEqual(
      updates.map(({ preData }) => preData),
      [created, ...updates.slice(0, -1).map(({ data }) => data)],
    );
    const { body } = await put('crowded', {});
    deepEqual([body.type, body.stale, body.impressionData], ['experiment', true, true]);
    deepEqual(body, { ...Object(updates.at(-1)?.data), ...noneDeprecated });
  });

  it('refuses another name and an unknown type with 400, and changes nothing', async () => {
    const metadata = await fresh('kept');
    const renamed = await put('kept', { name: 'renamed', description: 'lost' });
    equal(renamed.status, 400);
    match(renamed.body.message, /^name /);
    const { status, body } = await put('kept', { description: 'lost', type: 'odd' });
    equal(status, 400);
    match(body.message, /^type /);
    deepEqual((await put('kept', {})).body, { ...metadata, ...noneDeprecated });
  });

  it('refuses a value of the wrong type with 400 and names the property', async () => {
    await fresh('typed');
    const { status, body } = await put('typed', { stale: 'perhaps' });
    equal(status, 400);
    equal(body.name, 'ValidationError');
    equal(body.details[0].path, 'stale');
  });

  it('accepts a description of ten thousand characters and refuses a longer one with 400, also by patch', async () => {
    await fresh('long');
    const maxLength = 'é'.repeat(10_000);
    equal((await put('long', { description: maxLength })).body.description, maxLength);
    const patch = [{ op: 'replace', path: '/description', value: `${maxLength}é` }];
    for (const { status, body } of [
      await put('long', { description: `${maxLength}é` }),
      await app.as(app.users.editor).patch(`${features}/long`, patch),
      await app.as(app.users.editor).post(features, { name: 'longer', description: `${maxLength}é` }),
    ])
      deepEqual([status, body.name, body.details[0].path], [400, 'ValidationError', 'description']);
  });

  it('refuses an unknown feature and one of another project with 404', async () => {
    await postFeatures(app, ['abroad'], 'other');
    equal((await put('nowhere', {})).status, 404);
    const { status, body } = await put('abroad', { description: 'x' });
    equal(status, 404);
    equal(body.name, 'NotFoundError');
  });

  it('refuses a viewer with 403 and names the permission', async () => {
    await fresh('locked');
    const { status, body } = await app.as(app.users.viewer).put(`${features}/locked`, { stale: true });
    equal(status, 403);
    deepEqual(body.permissions, ['UPDATE_FEATURE']);
  });

  it('refuses to revive beyond the limit of the project with 403', async () => {
    await addProject(app, 'small', { featureLimit: 1 });
    const admin = app.as(app.users.admin);
    await postFeatures(app, ['small-1'], 'small');
    await admin.put('/api/admin/projects/small/features/small-1', { archived: true });
    await postFeatures(app, ['small-2'], 'small');
    const { status, body } = await admin.put('/api/admin/projects/small/features/small-1', { archived: false });
    equal(status, 403);
    equal(body.name, 'InvalidOperationError');
  });
});
