import { deepEqual, equal, match } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { postPlan, startPath } from '../../release/plan/plan.fixture.ts';
import { toggles } from '../../service.ts';
import type { Cleanup, Reason } from './cleanup.schema.ts';
import { requestedAt, liveFeature } from './cleanup.fixture.ts';

const root = '/api/admin/projects/default';
const began = Date.parse('2026-03-02T12:00:00.000Z');

describe('verdicts on features', () => {
  let app: TestApp;
  let now = began;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(now) } });
    await addProject(app, 'scanned');
  });
  after(() => app.close());
  beforeEach(() => {
    now += 100 * dayMs;
  });

  const iso = (ms = now) => new Date(ms).toISOString();
  const admin = () => app.as(app.users.admin);
  const pathOf = (name: string, project = 'default') => `/api/admin/projects/${project}/features/${name}`;
  const cleanupOf = async (name: string, project = 'default'): Promise<Cleanup> =>
    (await admin().get(`${pathOf(name, project)}/cleanup`)).body;
  const reasonsOf = ({ reasons }: Cleanup) =>
    reasons.map(({ code, environment }: Reason) => (environment === undefined ? code : `${code} ${environment}`));
  const blockersOf = ({ blockers }: Cleanup) => blockers.map(({ code, evidence }) => `${code}: ${evidence}`);

  const live = (options?: Parameters<typeof liveFeature>[1]) => liveFeature(app, options, now);
  const requested = (name: string, environment = 'production') => requestedAt(app, name, environment, now);
  const scan = (references: readonly string[], sequence: number, project = 'scanned') =>
    admin().put(`/api/admin/projects/${project}/code-references/shop/branches/main`, {
      commit: 'abc1234',
      scannedAt: iso(),
      sequence,
      references: references.map((feature) => ({ feature, path: 'a.ts', line: 1, kind: 'evaluation' })),
    });
  const later = (days: number) => {
    now += days * dayMs;
  };

  it('keep a feature that was just changed, and one with several answers', async () => {
    const [fresh, half] = [await live(), await live({ rollout: '50' })];
    deepEqual([(await cleanupOf(fresh)).verdict, (await cleanupOf(fresh)).winner], ['keep', { enabled: true }]);
    later(20);
    await requested(half);
    const { verdict, winner, reasons } = await cleanupOf(half);
    deepEqual([verdict, winner, reasons.filter(({ environment }) => environment === 'production')], ['keep', null, []]);
  });

  it('keep a new feature that production never used, although it is off for everybody', async () => {
    await postFeatures(app, ['new-one']);
    later(10);
    await requested('new-one', 'development');
    later(10);
    await requested('new-one', 'development');
    const cleanup = await cleanupOf('new-one');
    deepEqual([cleanup.verdict, cleanup.winner], ['keep', { enabled: false }]);
  });

  it('propose to remove code once production has had one answer for two weeks, with evidence', async () => {
    const name = await live();
    const since = iso();
    later(13);
    await requested(name);
    equal((await cleanupOf(name)).verdict, 'keep');
    later(1);
    const evidence = 'on for everybody, by its strategies';
    deepEqual(await cleanupOf(name), {
      feature: name,
      verdict: 'remove-code',
      winner: { enabled: true },
      winnerSince: since,
      reasons: [
        { code: 'constant', since, environment: 'development', evidence: 'off for everybody, by its switch' },
        { code: 'constant', since, environment: 'production', evidence },
      ],
      blockers: [],
      snooze: null,
      references: { repositories: 0, count: 0, lastScan: null },
      order: ['code', 'deploy', 'archive'],
    });
  });

  it('propose to archive only once no code is left and no application has requested it for two weeks', async () => {
    const name = await live({ project: 'scanned' });
    await scan([name], 10);
    later(20);
    await requested(name);
    await scan([name], 11);
    const { verdict, references } = await cleanupOf(name, 'scanned');
    deepEqual([verdict, references], ['remove-code', { repositories: 1, count: 1, lastScan: iso() }]);
    const gone = iso(now + dayMs);
    later(1);
    await scan([], 12);
    equal((await cleanupOf(name, 'scanned')).verdict, 'remove-code');
    later(14);
    equal((await cleanupOf(name, 'scanned')).verdict, 'remove-code', 'the last scan is too old');
    await scan([], 13);
    const ready = await cleanupOf(name, 'scanned');
    equal(ready.verdict, 'archive');
    deepEqual(
      ready.reasons.filter(({ code }) => code === 'no-code'),
      [{ code: 'no-code', since: gone, evidence: 'no reference in 1 scanned repository' }],
    );
  });

  it('propose nothing while a development environment still requests it', async () => {
    const name = await live({ project: 'scanned' });
    later(20);
    await scan([], 20);
    await requested(name, 'development');
    equal((await cleanupOf(name, 'scanned')).verdict, 'remove-code');
  });

  it('are candidates if they are old or quiet without one answer', async () => {
    const half = await live({ rollout: '50' });
    later(41);
    const cleanup = await cleanupOf(half);
    equal(cleanup.verdict, 'candidate');
    deepEqual(reasonsOf(cleanup), ['constant development', 'over-lifetime', 'not-requested production']);
  });

  it('name completed features, and dates that have passed', async () => {
    const name = await live({ rollout: '50' });
    await admin().post(`${root}/features/${name}/lifecycle/complete`, { status: 'kept', statusValue: null });
    const [{ id }] = (await admin().get(`${root}/features/${name}/environments/production/strategies`)).body;
    const constraints = [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: iso(now + dayMs) }];
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: name }, constraints };
    equal((await admin().put(`${root}/features/${name}/environments/production/strategies/${id}`, strategy)).status, 200);
    equal((await cleanupOf(name)).winner, null);
    later(2);
    const cleanup = await cleanupOf(name);
    equal(cleanup.verdict, 'remove-code');
    deepEqual(reasonsOf(cleanup), ['constant development', 'constant production', 'date-passed production', 'completed']);
    equal(cleanup.reasons[1]?.since, iso(now - dayMs));
  });

  it('propose to remove code at once if a user marked the feature as stale', async () => {
    const name = await live();
    equal((await admin().post(`${root}/stale`, { features: [name], stale: true })).status, 202);
    const cleanup = await cleanupOf(name);
    deepEqual([cleanup.verdict, reasonsOf(cleanup)], ['remove-code', ['constant development', 'constant production', 'stale']]);
  });

  it('depend on the types of environments that CLEANUP_ENVIRONMENT_TYPES names', async () => {
    const other = await start([toggles], { settings: { CLEANUP_ENVIRONMENT_TYPES: 'development' }, effects: { now: () => new Date(now) } });
    const name = await liveFeature(other, {}, now);
    const { winner } = (await other.as(other.users.admin).get(`${pathOf(name)}/cleanup`)).body;
    await other.close();
    deepEqual(winner, { enabled: false });
  });

  it('are blocked by children, permanent types and running releases', async () => {
    const [parent, killSwitch, released] = [await live(), await live({ type: 'kill-switch' }), await live()];
    await postFeatures(app, ['child-of-it']);
    equal((await admin().post(`${root}/features/child-of-it/dependencies`, { feature: parent, enabled: true })).status, 200);
    const plan = await postPlan(app, released, {}, 'development');
    await admin().post(startPath(plan, 0));
    later(20);
    for (const name of [parent, killSwitch, released]) await requested(name);
    const all = [await cleanupOf(parent), await cleanupOf(killSwitch), await cleanupOf(released)];
    deepEqual(
      all.map((cleanup) => [cleanup.verdict, ...blockersOf(cleanup)]),
      [
        ['blocked', 'children: child-of-it depends on it'],
        ['blocked', 'permanent: its type is permanent'],
        ['blocked', 'release-plan: the release plan is running'],
      ],
    );
  });

  it('are blocked while a user keeps the feature, with an event for each decision', async () => {
    const name = await live();
    later(20);
    await requested(name);
    const snooze = `${pathOf(name)}/cleanup/snooze`;
    const until = iso(now + 30 * dayMs);
    const body = { until, reason: 'Needed for the winter sale' };
    equal((await app.as(app.users.viewer).put(snooze, body)).status, 403);
    equal((await admin().put(snooze, { ...body, until: iso() })).status, 400);
    equal((await admin().put(snooze, { until })).status, 400);
    const events = await app.eventsOf('toggles', async () => {
      equal((await admin().put(snooze, body)).status, 200);
      equal((await admin().put(snooze, body)).status, 200);
    });
    deepEqual(
      events
        .filter(({ type }) => type !== 'feature-cleanup-ready')
        .map(({ type, featureName, data, preData }) => ({ type, featureName, data, preData })),
      [{ type: 'feature-cleanup-snoozed', featureName: name, data: body, preData: null }],
    );
    const cleanup = await cleanupOf(name);
    deepEqual([cleanup.verdict, cleanup.snooze], ['blocked', body]);
    match(blockersOf(cleanup)[0] ?? '', /snoozed: .* keeps it until .*: Needed for the winter sale/);
    equal(
      (await admin().get(`${root}/cleanup?verdict=blocked`)).body.features.some(({ feature }: Cleanup) => feature === name),
      true,
    );
    later(30);
    await requested(name);
    equal((await cleanupOf(name)).verdict, 'remove-code');
    equal((await admin().delete(snooze)).status, 200);
    equal((await cleanupOf(name)).snooze, null);
  });

  it('answer 404 for an archived, an unknown and a hidden feature', async () => {
    const name = await live();
    await admin().delete(pathOf(name));
    await addProject(app, 'hidden');
    await app.users.hide('hidden');
    const viewer = app.as(app.users.viewer);
    for (const path of [`${features}/${name}/cleanup`, `${features}/nowhere/cleanup`, '/api/admin/projects/hidden/cleanup'])
      equal((await viewer.get(path)).status, 404, path);
  });
});
