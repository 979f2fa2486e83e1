import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, setEnvironment } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('progress of a project', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(clock) } });
    await addProject(app, 'shop');
  });
  after(() => app.close());

  const overview = async (project = 'default') => (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/overview`)).body;
  const listed = async (id: string) => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects');
    return (body.projects as Record<string, unknown>[]).find((project) => project['id'] === id) ?? {};
  };

  it('starts without features, debt, links and usage', async () => {
    const { onboardingStatus, technicalDebt, linkTemplates } = await overview('shop');
    deepEqual([onboardingStatus, technicalDebt, linkTemplates], [{ status: 'onboarding-started' }, 0, []]);
    const { lastUpdatedAt, lastReportedFlagUsage, archivedAt } = await listed('shop');
    deepEqual([lastUpdatedAt, lastReportedFlagUsage, archivedAt], [null, null, null]);
  });

  it('names the first active feature until an application evaluates one', async () => {
    await postFeatures(app, ['gone']);
    clock += 1000;
    await postFeatures(app, ['second']);
    clock += 1000;
    await postFeatures(app, ['a-third']);
    await archive(app, 'gone');
    const first = { status: 'first-flag-created', feature: 'second' };
    deepEqual((await overview()).onboardingStatus, first);
    const { onboardingStatus, lastUpdatedAt } = await listed('default');
    deepEqual([onboardingStatus, lastUpdatedAt], [first, new Date(clock).toISOString()]);
    deepEqual((await overview('shop')).onboardingStatus, { status: 'onboarding-started' });
  });

  it('is onboarded once an application has evaluated a feature, even if that is archived', async () => {
    const lastSeenAt = new Date(clock);
    await setEnvironment(app, 'gone', 'production', { lastSeenAt });
    deepEqual((await overview()).onboardingStatus, { status: 'onboarded' });
    const { onboardingStatus, lastReportedFlagUsage } = await listed('default');
    deepEqual([onboardingStatus, lastReportedFlagUsage], [{ status: 'onboarded' }, lastSeenAt.toISOString()]);
  });

  it('has the percentage of stale features as technical debt', async () => {
    const { status } = await app.as(app.users.admin).post('/api/admin/projects/default/stale', { features: ['second'], stale: true });
    equal(status, 202);
    deepEqual([(await overview()).technicalDebt, (await overview()).health], [50, 50]);
    equal((await listed('default'))['technicalDebt'], 50);
  });

  it('has the time of the latest event for each day', async () => {
    clock += 5000;
    await postFeatures(app, ['fourth']);
    equal((await listed('default'))['lastUpdatedAt'], new Date(clock).toISOString());
  });

  it('is hidden for a hidden project', async () => {
    await addProject(app, 'hidden');
    await app.users.hide('hidden');
    const outsider = app.as(app.users.someone());
    equal((await outsider.get('/api/admin/projects/hidden/overview')).status, 404);
  });
});
