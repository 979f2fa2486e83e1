import { deepEqual, equal } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { requestedAt, liveFeature } from './cleanup.fixture.ts';
import type { Cleanup } from './cleanup.schema.ts';
import { storeVerdictsJob } from './store-verdicts.ts';

const project = 'listed';
const root = `/api/admin/projects/${project}`;

describe('the job that stores verdicts', () => {
  let app: TestApp;
  let now = Date.parse('2026-03-02T12:00:00.000Z');
  before(async () => {
    app = await start([{ ...toggles, jobs: [{ ...storeVerdictsJob, everyMs: 20 }] }], {
      jobs: true,
      effects: { now: () => new Date(now) },
    });
    await addProject(app, project);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const list = async (query: string) => (await admin().get(`${root}/cleanup?${query}`)).body;
  /** Features whose stored answer is on. */
  const storedOn = async () =>
    (
      await tablesOf(app.store('toggles').reader())
        .selectFrom('feature_verdict')
        .where('winner', 'like', '%true%')
        .select('feature_name')
        .execute()
    ).length;

  it('lists verdicts in pages, emits when a feature becomes ready, and dates answers that change without a user', async () => {
    const names: string[] = [];
    const events = await app.eventsOf('toggles', async () => {
      for (const rollout of ['100', '100', '50']) names.push(await liveFeature(app, { project, rollout }, now));
      await eventually(async () => equal(await storedOn(), 2));
      for (const name of names) await requestedAt(app, name, 'production', now + 20 * dayMs);
      now += 20 * dayMs;
      await eventually(async () => equal((await list('verdict=remove-code')).total, 2));
    });
    const ready = events.filter(({ type }) => type === 'feature-cleanup-ready');
    deepEqual(
      ready.map(({ featureName, data, createdBy }) => [featureName, data, createdBy]),
      names.slice(0, 2).map((name) => [name, { verdict: 'remove-code', winner: { enabled: true }, reasons: ['constant'] }, 'signalbox']),
    );
    const page = await list('verdict=remove-code&offset=1&limit=1');
    deepEqual([page.total, page.features.map(({ feature }: Cleanup) => feature)], [2, [names[1]]]);
    deepEqual(
      (await list('verdict=keep')).features.map(({ feature }: Cleanup) => feature),
      [names[2]],
    );
    equal((await list('')).total, 3);
    equal((await admin().get(`${root}/cleanup?verdict=rotten`)).status, 400);

    const token = app.as({ ...app.users.admin, id: null });
    equal((await token.post(`${root}/features/${names[0]}/environments/production/off`)).status, 200);
    const { verdict, winner, winnerSince } = (await admin().get(`${root}/features/${names[0]}/cleanup`)).body;
    deepEqual([verdict, winner, winnerSince], ['keep', { enabled: false }, new Date(now).toISOString()]);
    await eventually(async () => equal((await list('verdict=remove-code')).total, 1));
  });
});
