import { deepEqual, equal } from 'node:assert/strict';
import { apiTokenCreated, roleIds } from '@signalbox/contracts';
import { dayMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { hearFromIdentity } from '../../hear-from-identity.fixture.ts';
import { toggles } from '../../service.ts';

describe('status of a project', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(clock) } });
    await addProject(app, 'shop');
    await addProject(app, 'hidden');
    app.users.hide('hidden');
  });
  after(() => app.close());

  const status = (project: string, who = app.users.viewer) => app.as(who).get(`/api/admin/projects/${project}/status`);

  it('is empty and healthy at first', async () => {
    deepEqual((await status('shop')).body, {
      resources: { members: 0, apiTokens: 0, segments: 0 },
      activityCountByDate: [],
      health: { current: 100 },
      technicalDebt: { current: 0 },
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
    app.users.grant(member, roleIds.member, 'shop');
    // A principal that knows of newer access than the service holds makes it catch up.
    await status('shop', member);
    const token = {
      tokenName: 't',
      type: 'client',
      environment: 'development',
      projects: ['shop'],
      expiresAt: null,
      createdAt: new Date().toISOString(),
    };
    await hearFromIdentity(app, apiTokenCreated, { data: token, project: null });
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

  it('does not exist where the project does not, or is hidden', async () => {
    for (const project of ['nowhere', 'hidden']) equal((await status(project, app.users.someone())).status, 404);
    equal((await app.as(null).get('/api/admin/projects/shop/status')).status, 401);
  });
});
