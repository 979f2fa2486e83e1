import { deepEqual, equal } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { archive, bare, features, emitted } from './feature.fixture.ts';
import { Feature } from './feature.ts';

describe('mark potentially stale', () => {
  let app: TestApp;
  let ahead = 0;
  const often = (toggles.jobs ?? []).filter(({ name }) => name === 'mark-potentially-stale').map((job) => ({ ...job, everyMs: 20 }));
  before(async () => {
    const now = () => new Date(Date.now() + ahead * dayMs);
    app = await start([{ ...toggles, jobs: often }], { jobs: true, effects: { now } });
  });
  after(() => app.close());

  const create = async (name: string, type: string) => equal((await app.as(app.users.admin).post(features, { name, type })).status, 201);
  const marked = async () => {
    const found = await app
      .store('toggles')
      .reader()
      .find(Feature, { potentiallyStale: true }, { orderBy: { name: 'asc' } });
    return found.map(({ name }) => name);
  };
  const seesMarked = (...names: string[]) => eventually(async () => deepEqual(await marked(), names));

  it('emits one event for each active feature that outlives its type, and for no other', async () => {
    await create('short', 'operational');
    await create('shorter', 'operational');
    await create('longer', 'release');
    await create('for-ever', 'kill-switch');
    await create('known', 'operational');
    await create('gone', 'operational');
    await app.as(app.users.admin).put(`${features}/known`, { stale: true });
    await archive(app, 'gone');
    // Read before the clock moves on, because events are deleted after a week.
    const eventsAfter = (days: number, ...names: string[]) =>
      app.eventsOf('toggles', async () => {
        ahead = days;
        await seesMarked(...names);
      });
    deepEqual(
      emitted(await eventsAfter(8, 'short', 'shorter')),
      ['short', 'shorter'].map((name) => bare('feature-potentially-stale-on', name)),
    );
    deepEqual(emitted(await eventsAfter(41, 'longer', 'short', 'shorter')), [bare('feature-potentially-stale-on', 'longer')]);
  });

  it('removes the mark without an event when the lifetime grows, and emits again later', async () => {
    const setLifetime = (days: number | null) =>
      app
        .store('toggles')
        .transaction((em) =>
          em
            .getKysely<{ feature_type: { id: string; lifetime_days: number | null } }>()
            .updateTable('feature_type')
            .set({ lifetime_days: days })
            .where('id', '=', 'operational')
            .execute(),
        );
    const events = await app.eventsOf('toggles', async () => {
      await setLifetime(null);
      await seesMarked('longer');
    });
    deepEqual(events, []);
    const again = await app.eventsOf('toggles', async () => {
      await setLifetime(1);
      await seesMarked('longer', 'short', 'shorter');
    });
    deepEqual(
      emitted(again),
      ['short', 'shorter'].map((name) => bare('feature-potentially-stale-on', name)),
    );
  });
});
