import { deepEqual, equal } from 'node:assert/strict';
import { apiTokenCreated, roleIds } from '@signalbox/contracts';
import { dayMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';

describe('status of a project', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(clock) } });
    await addProject(app, 'shop');
    await addProject(app, 'hidden');
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const status = (project: string, who = app.users.viewer) => app.as(who).get(`/api/admin/projects/${project}/status`);

  it('is empty and healthy at first', async () => {
    deepEqual((await status('shop')).body, {
      resources: { members: 0, apiTokens: 0, segments: 0 },
      activityCountByDate: [],
      health: { current: 100 },
      technicalDebt: { current: 0 },
      lifecycleSummary: {
        initial: { averageDays: null, currentFlags: 0 },
        preLive: { averageDays: null, currentFlags: 0 },
        live: { averageDays: null, currentFlags: 0 },
        completed: { averageDays: null, currentFlags: 0 },
        archived: { currentFlags: 0, last30Days: 0 },
      },
      staleFlags: { total: 0 },
    });
  });

  it('counts members, tokens, segments, stale features, and events by day', async () => {
    const admin = app.as(app.users.admin);
    await postFeatures(app, ['one', 'two'], 'shop');
    clock += dayMs;
    equal((await admin.post('/api/admin/projects/shop/stale', { features: ['one'], stale: true })).status, 202);
    equal((await admin.post('/api/admin/segments', { name: 's', project: 'shop', constraints: [] })).status, 201);
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'shop');
    // A principal with a newer access version makes the service catch up.
    await status('shop', member);
    const token = {
      tokenName: 't',
      type: 'client',
      environment: 'development',
      projects: ['shop'],
      expiresAt: null,
      createdAt: new Date().toISOString(),
    };
    await publishFromIdentity(app, apiTokenCreated, { data: token, project: null });
    await eventually(async () => {
      const { resources, ...rest } = (await status('shop')).body;
      deepEqual(resources, { members: 1, apiTokens: 1, segments: 1 });
      deepEqual(rest.health, { current: 50 });
      deepEqual(rest.technicalDebt, { current: 50 });
      deepEqual(rest.staleFlags, { total: 1 });
      deepEqual(rest.activityCountByDate[0], { date: '2026-03-01', count: 2 });
      equal(rest.activityCountByDate[1].date, '2026-03-02');
    });
  });

  it('has the features by stage, and the average days in each', async () => {
    await addProject(app, 'staged');
    const editor = app.as(app.users.admin);
    const path = '/api/admin/projects/staged';
    const summary = async () => (await status('staged')).body.lifecycleSummary;
    const complete = (name: string) => editor.post(`${path}/features/${name}/lifecycle/complete`, { status: 'kept' });
    await postFeatures(app, ['quick', 'slow', 'stays'], 'staged');
    clock += dayMs;
    await complete('quick');
    clock += 2.5 * dayMs;
    await complete('slow');
    clock += dayMs;
    equal((await editor.post(`${path}/archive`, { features: ['quick'] })).status, 202);
    deepEqual(await summary(), {
      // The mean of 1 and 3.5 days.
      initial: { averageDays: 2.3, currentFlags: 1 },
      preLive: { averageDays: null, currentFlags: 0 },
      live: { averageDays: null, currentFlags: 0 },
      completed: { averageDays: 3.5, currentFlags: 1 },
      archived: { currentFlags: 1, last30Days: 1 },
    });
    clock += 31 * dayMs;
    deepEqual((await summary()).archived, { currentFlags: 1, last30Days: 0 });
  });

  it('is also available as insights', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects/shop/insights');
    const overview = (await app.as(app.users.viewer).get('/api/admin/projects/shop/overview')).body;
    deepEqual(body.stats, overview.stats);
    deepEqual(body.featureTypeCounts, [{ type: 'release', count: 2 }]);
    const counts = { activeCount: 1, staleCount: 1, potentiallyStaleCount: 0 };
    deepEqual(body.health, { rating: 50, ...counts });
    deepEqual(body.technicalDebt, { rating: 50, ...counts });
    deepEqual(body.leadTime, (await app.as(app.users.viewer).get('/api/admin/projects/shop/dora')).body);
    deepEqual(body.members, { currentMembers: 1, change: 1 });
    for (const project of ['nowhere', 'hidden'])
      equal((await app.as(app.users.someone()).get(`/api/admin/projects/${project}/insights`)).status, 404);
  });

  it('is refused for unknown and hidden projects', async () => {
    for (const project of ['nowhere', 'hidden']) equal((await status(project, app.users.someone())).status, 404);
    equal((await app.as(null).get('/api/admin/projects/shop/status')).status, 401);
  });
});
