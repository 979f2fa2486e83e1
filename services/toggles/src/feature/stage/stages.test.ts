import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type MetricsCount, roleIds } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, archive, bare, features, postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

const begin = Date.parse('2026-03-01T10:00:00.000Z');

describe('stages of a feature', () => {
  let app: TestApp;
  let clock = begin;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(clock) } });
    await addProject(app, 'hidden');
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const hourLater = () => new Date((clock += hourMs)).toISOString();
  const hour = () => new Date(clock).toISOString();
  const editor = () => app.as(app.users.editor);
  const stages = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}/lifecycle`)).body;
  const complete = (name: string, body: object = { status: 'kept' }) => editor().post(`${features}/${name}/lifecycle/complete`, body);
  const uncomplete = (name: string) => editor().post(`${features}/${name}/lifecycle/uncomplete`);
  const names = (all: readonly { stage: string }[]) => all.map(({ stage }) => stage);

  /** Reports an evaluation of the feature by an application, and returns once it is stored. */
  async function ask(name: string, environment: string): Promise<void> {
    const at = new Date(clock).toISOString();
    const count: MetricsCount = {
      kind: 'metrics',
      appName: 'shop',
      instanceId: 'one',
      environment,
      timestamp: at,
      at,
      toggles: { [name]: { yes: 1, no: 0, variants: {} } },
    };
    await app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify([count]) }]);
    await eventually(async () => equal(await lastSeen(name, environment), at));
  }

  async function lastSeen(name: string, environment: string): Promise<string | null> {
    const item = (
      await app
        .as(app.users.admin)
        .get(`/api/admin/search/features?query=${name}&lifecycle=IS_ANY_OF:initial,pre-live,live,completed,archived`)
    ).body.features[0];
    return item.environments.find((own: { name: string }) => own.name === environment).lastSeenAt;
  }

  it('are entered on creation, and on the first evaluation outside of production and in production', async () => {
    await postFeatures(app, ['cart']);
    const initial = { stage: 'initial', enteredStageAt: hour() };
    deepEqual(await stages('cart'), [initial]);
    const preLive = { stage: 'pre-live', enteredStageAt: hourLater() };
    await ask('cart', 'development');
    deepEqual(await stages('cart'), [initial, preLive]);
    hourLater();
    await ask('cart', 'development');
    deepEqual(await stages('cart'), [initial, preLive]);
    const live = { stage: 'live', enteredStageAt: hourLater() };
    await ask('cart', 'production');
    deepEqual(await stages('cart'), [initial, preLive, live]);
    hourLater();
    await ask('cart', 'production');
    await ask('cart', 'development');
    deepEqual(await stages('cart'), [initial, preLive, live]);
    deepEqual((await app.as(app.users.viewer).get(`${features}/cart`)).body.lifecycle, live);
  });

  it('may be skipped, and are not entered later', async () => {
    await postFeatures(app, ['fast']);
    await ask('fast', 'production');
    await ask('fast', 'development');
    deepEqual(names(await stages('fast')), ['initial', 'live']);
  });

  it('end with a completion, which is emitted and can be reverted', async () => {
    await postFeatures(app, ['done']);
    await ask('done', 'development');
    const completion = { status: 'kept', statusValue: 'blue' };
    const completedAt = hourLater();
    let events = await app.eventsOf('toggles', async () => equal((await complete('done', completion)).status, 200));
    deepEqual(emitted(events), [{ ...bare('feature-completed', 'done'), data: completion }]);
    deepEqual((await stages('done')).at(-1), { stage: 'completed', enteredStageAt: completedAt, ...completion });

    hourLater();
    await ask('done', 'production');
    deepEqual(names(await stages('done')), ['initial', 'pre-live', 'completed']);

    events = await app.eventsOf('toggles', async () => equal((await complete('done', completion)).status, 200));
    deepEqual(emitted(events), []);
    events = await app.eventsOf('toggles', async () => equal((await complete('done', { status: 'discarded' })).status, 200));
    deepEqual(emitted(events), [{ ...bare('feature-completed', 'done'), data: { status: 'discarded', statusValue: null } }]);
    const anew = { stage: 'completed', enteredStageAt: completedAt, status: 'discarded', statusValue: null };
    deepEqual((await stages('done')).at(-1), anew);

    events = await app.eventsOf('toggles', async () => equal((await uncomplete('done')).status, 200));
    deepEqual(emitted(events), [bare('feature-uncompleted', 'done')]);
    deepEqual(names(await stages('done')), ['initial', 'pre-live']);
    deepEqual(await app.eventsOf('toggles', async () => equal((await uncomplete('done')).status, 200)), []);
    hourLater();
    await ask('done', 'production');
    deepEqual(names(await stages('done')), ['initial', 'pre-live', 'live']);
  });

  it('end with the archive, and start again after a revival', async () => {
    await postFeatures(app, ['old']);
    await ask('old', 'production');
    await complete('old');
    const archivedAt = hourLater();
    await archive(app, 'old');
    const [initial, ...rest] = await stages('old');
    deepEqual(names(rest), ['live', 'completed', 'archived']);
    deepEqual(rest.at(-1), { stage: 'archived', enteredStageAt: archivedAt });
    const revivedAt = hourLater();
    equal((await editor().post('/api/admin/projects/default/revive', { features: ['old'] })).status, 200);
    deepEqual(await stages('old'), [{ ...initial, enteredStageAt: revivedAt }]);
    hourLater();
    await ask('old', 'production');
    deepEqual(names(await stages('old')), ['initial', 'live']);
  });

  it('are counted and searchable', async () => {
    await postFeatures(app, ['resting', 'ended']);
    await complete('ended');
    await archive(app, 'old');
    await postFeatures(app, ['secret'], 'hidden');
    const counts = async (who = app.users.viewer) => (await app.as(who).get('/api/admin/lifecycle/count')).body;
    const outsider = app.users.someone();
    const visible = { initial: 1, preLive: 0, live: 3, completed: 1, archived: 1 };
    deepEqual(await counts(outsider), visible);
    deepEqual(await counts(app.users.admin), { ...visible, initial: 2 });
    const found = async (query: string) =>
      (await app.as(outsider).get(`/api/admin/search/features?sortBy=name&${query}`)).body.features.map(
        ({ name }: { name: string }) => name,
      );
    deepEqual(await found('lifecycle=IS:initial'), ['resting']);
    deepEqual(await found('lifecycle=IS:live'), ['cart', 'done', 'fast']);
    deepEqual(await found('lifecycle=IS:pre-live'), []);
    deepEqual(await found('lifecycle=IS:completed'), ['ended']);
    deepEqual(await found('lifecycle=IS:archived'), ['old']);
    deepEqual(await found('lifecycle=IS_ANY_OF:archived,completed'), ['ended', 'old']);
    deepEqual(await found('lifecycle=IS_NOT:live'), ['ended', 'resting']);
    deepEqual(await found('lifecycle=IS_NONE_OF:live,archived'), ['ended', 'resting']);
    deepEqual(await found('lifecycle=IS:live&archived=IS:true'), []);
    deepEqual(await found('lifecycle=IS:archived&archived=IS:false'), []);
  });

  it('are refused to callers who cannot see or change the feature', async () => {
    const viewer = app.as(app.users.viewer);
    equal((await viewer.post(`${features}/cart/lifecycle/complete`, { status: 'kept' })).status, 403);
    equal((await viewer.post(`${features}/cart/lifecycle/uncomplete`)).status, 403);
    for (const body of [{}, { status: 'lost' }, { status: 'kept', statusValue: 'x'.repeat(101) }])
      equal((await complete('cart', body)).status, 400);
    for (const name of ['unknown', 'old']) {
      equal((await complete(name)).status, 404);
      equal((await uncomplete(name)).status, 404);
    }
    const hidden = '/api/admin/projects/hidden/features/secret/lifecycle';
    equal((await app.as(app.users.someone()).get(hidden)).status, 404);
    equal((await viewer.get(`${features}/secret/lifecycle`)).status, 404);
    equal((await app.as(null).get(`${features}/cart/lifecycle`)).status, 401);
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'hidden');
    equal((await app.as(member).get(hidden)).status, 200);
  });
});
