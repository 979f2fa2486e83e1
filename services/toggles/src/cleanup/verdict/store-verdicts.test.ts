import { deepEqual, equal } from 'node:assert/strict';
import { compareTexts, dayMs } from '@signalbox/kit';
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
    const byFeature = ready.toSorted((one, other) => compareTexts(String(one.featureName), String(other.featureName)));
    deepEqual(
      byFeature.map(({ featureName, data, createdBy }) => [featureName, data, createdBy]),
      names.slice(0, 2).map((name) => [name, { verdict: 'remove-code', winner: { enabled: true }, reasons: ['constant'] }, 'signalbox']),
    );
    const page = await list('verdict=remove-code&offset=1&limit=1');
    deepEqual([page.total, page.features.map(({ feature }: Cleanup) => feature)], [2, [names[1]]]);
    deepEqual(
      (await list('verdict=keep')).features.map(({ feature }: Cleanup) => feature),
      [names[2]],
    );
    deepEqual((await list('limit=1')).counts, [
      { verdict: 'keep', features: 1 },
      { verdict: 'remove-code', features: 2 },
    ]);
    equal((await admin().get(`${root}/cleanup?verdict=rotten`)).status, 400);

    const token = app.as({ ...app.users.admin, id: null });
    equal((await token.post(`${root}/features/${names[0]}/environments/production/off`)).status, 200);
    const { verdict, winner, winnerSince } = (await admin().get(`${root}/features/${names[0]}/cleanup`)).body;
    deepEqual([verdict, winner, winnerSince], ['keep', { enabled: false }, new Date(now).toISOString()]);
    await eventually(async () => equal((await list('verdict=remove-code')).total, 1));
  });

  it('judges a feature again soon after a change, and those of a project after a scan of its code', async () => {
    const name = await liveFeature(app, { project, rollout: '50' }, now);
    const search = async (query: string) => (await admin().get(`/api/admin/search/features?project=IS:${project}&${query}`)).body;
    equal((await search('cleanup=IS:candidate')).total, 0);
    equal((await admin().post(`${root}/stale`, { features: [name], stale: true })).status, 202);
    await eventually(async () => equal((await search('cleanup=IS:candidate')).total, 1));
    const found = await search('cleanup=IS_NONE_OF:keep,remove-code&with=cleanup');
    deepEqual(
      found.features.map((feature: { name: string; cleanup: string }) => [feature.name, feature.cleanup]),
      [[name, 'candidate']],
    );
    const refused = await admin().get('/api/admin/search/features?cleanup=IS:rotten');
    deepEqual([refused.status, refused.body.details[0].path], [400, 'cleanup']);
    const silent = `${name}-silent`;
    equal((await admin().post(`${root}/features`, { name: silent })).status, 201);
    now += 20 * dayMs;
    await eventually(async () => equal((await search(`cleanup=IS:candidate&query=${silent}`)).total, 1));
    const scan = { commit: 'abc1234', scannedAt: new Date(now).toISOString(), sequence: 1 };
    const use = { feature: name, path: 'a.ts', line: 1, kind: 'evaluation' };
    equal((await admin().put(`${root}/code-references/shop/branches/main`, { ...scan, references: [use] })).status, 200);
    await eventually(async () => equal((await search(`cleanup=IS:archive&query=${silent}`)).total, 1));
  });

  it('judges more features than one run may', async () => {
    const names = Array.from({ length: 520 }, (_, index) => `many-${index}`);
    for (const name of names) equal((await admin().post(`${root}/features`, { name })).status, 201);
    const stored = tablesOf(app.store('toggles').reader()).selectFrom('feature_verdict').where('feature_name', 'like', 'many-%');
    const count = stored.select(({ fn }) => fn.countAll<number>().as('stored'));
    await eventually(async () => equal(Number((await count.executeTakeFirstOrThrow()).stored), names.length));
    now += 20 * dayMs;
    await eventually(async () => equal((await list('verdict=candidate&limit=1')).total >= names.length, true));
  });

  it('lists what users decided to keep', async () => {
    const name = await liveFeature(app, { project }, now);
    const until = new Date(now + dayMs).toISOString();
    equal((await admin().put(`${root}/features/${name}/cleanup/snooze`, { until, reason: 'A sale' })).status, 200);
    const page = await list('snoozed=true');
    deepEqual([page.total, page.snoozed, page.features.map(({ feature }: Cleanup) => feature)], [1, 1, [name]]);
    now += 2 * dayMs;
    deepEqual([(await list('snoozed=true')).total, (await list('limit=1')).snoozed], [0, 0]);
  });
});
