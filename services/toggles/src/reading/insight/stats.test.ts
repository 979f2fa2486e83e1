import { deepEqual, equal } from 'node:assert/strict';
import { apiTokenCreated, apiTokenDeleted, resourcePurged } from '@signalbox/contracts';
import { dayMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { addProject, archive, postFeatures, features } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { daysBetween, mean } from './stats.ts';

describe('stats of a project', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-01T12:00:00.000Z');
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(clock) } });
  });
  after(() => app.close());

  const later = (days: number) => {
    clock += days * dayMs;
  };
  const stats = async (project = 'default') =>
    (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/overview`)).body.stats as Record<string, number>;
  const dora = async (project = 'default') => (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/dora`)).body;
  async function enable(name: string, environment: string) {
    const { status } = await app.as(app.users.admin).post(`${features}/${name}/environments/${environment}/on`);
    equal(status, 200);
  }

  it('are all zero for a new project', async () => {
    await addProject(app, 'quiet');
    deepEqual(new Set(Object.values(await stats('quiet'))), new Set([0]));
  });

  it('count creations, archivings and activity in the last 30 days and in the 30 before', async () => {
    await postFeatures(app, ['first', 'second', 'third']);
    await archive(app, 'third');
    const fresh = await stats();
    equal(fresh['createdCurrentWindow'], 2);
    equal(fresh['archivedCurrentWindow'], 1);
    equal(fresh['projectActivityCurrentWindow'], 4);
    equal(fresh['projectActivityPastWindow'], 0);
    later(40);
    await postFeatures(app, ['fourth']);
    await archive(app, 'fourth', 'second');
    deepEqual(await stats(), {
      avgTimeToProdCurrentWindow: 0,
      createdCurrentWindow: 0,
      createdPastWindow: 1,
      archivedCurrentWindow: 2,
      archivedPastWindow: 1,
      projectActivityCurrentWindow: 3,
      projectActivityPastWindow: 4,
      projectMembersAddedCurrentWindow: 0,
    });
    equal((await stats('quiet'))['projectActivityCurrentWindow'], 0);
  });

  it('count creations and archivings by week', async () => {
    const { weeks } = (await app.as(app.users.viewer).get('/api/admin/projects/default/insights')).body;
    equal(weeks.length, 12);
    deepEqual(weeks.at(-1), { start: '2026-04-04', created: 1, archived: 2 });
    deepEqual(weeks.at(-6), { start: '2026-02-28', created: 3, archived: 1 });
  });

  it('do not count refused requests', async () => {
    const before = await stats();
    equal((await app.as(app.users.admin).post(features, { name: 'first' })).status, 409);
    deepEqual(await stats(), before);
  });

  it('count events of identity, except those between the deletion of a project and the reuse of its id', async () => {
    await addProject(app, 'passing');
    const activity = async () => (await stats('passing'))['projectActivityCurrentWindow'];
    const token = {
      tokenName: 't',
      type: 'client',
      environment: 'development',
      projects: ['passing'],
      expiresAt: null,
      createdAt: new Date(clock).toISOString(),
    };
    const publish = (more: object) =>
      publishFromIdentity(app, apiTokenCreated, { data: token, createdAt: new Date(clock).toISOString(), ...more });
    await publish({ project: 'passing' });
    await publish({ project: null });
    await eventually(async () => equal(await activity(), 1));
    equal((await app.as(app.users.admin).delete('/api/admin/projects/passing')).status, 200);
    const afterwards = { project: 'passing', preData: token, createdAt: new Date(clock).toISOString() };
    await publishFromIdentity(app, apiTokenDeleted, afterwards);
    await publishFromIdentity(app, resourcePurged, { data: { kind: 'project', id: 'passing' } });
    const again = () => app.as(app.users.admin).post('/api/admin/projects', { id: 'passing', name: 'Again' });
    await eventually(async () => equal((await again()).status, 201));
    equal(await activity(), 1);
  });

  it('measure whole days to the first use in production, only of releases, including archived ones', async () => {
    await addProject(app, 'apart');
    await postFeatures(app, ['slow', 'fast', 'never']);
    await app.as(app.users.admin).post(features, { name: 'permanent', type: 'operational' });
    later(0.5);
    await enable('fast', 'production');
    later(2);
    await enable('slow', 'development');
    await enable('permanent', 'production');
    later(1);
    await enable('slow', 'production');
    equal((await app.as(app.users.admin).post(`${features}/slow/environments/production/off`)).status, 200);
    later(5);
    await enable('slow', 'production');
    await archive(app, 'fast');
    deepEqual(await dora(), {
      projectAverage: 1.5,
      features: [
        { name: 'fast', timeToProduction: 0 },
        { name: 'slow', timeToProduction: 3 },
      ],
    });
    equal((await stats())['avgTimeToProdCurrentWindow'], 1.5);
    deepEqual(await dora('apart'), { projectAverage: 0, features: [] });
  });

  it('exclude a deleted feature, so that its name starts again', async () => {
    equal((await app.as(app.users.admin).delete('/api/admin/archive/fast')).status, 200);
    await postFeatures(app, ['fast']);
    deepEqual((await dora()).features, [{ name: 'slow', timeToProduction: 3 }]);
    later(1);
    await enable('fast', 'production');
    deepEqual((await dora()).features, [
      { name: 'fast', timeToProduction: 1 },
      { name: 'slow', timeToProduction: 3 },
    ]);
  });

  it('count the active features by type', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects/default/overview');
    equal('features' in body, false);
    deepEqual(body.featureTypeCounts, [
      { type: 'release', count: 4 },
      { type: 'operational', count: 1 },
    ]);
  });

  it('are refused with 404 for an unknown project and 401 for an anonymous caller', async () => {
    for (const page of ['overview', 'dora']) {
      equal((await app.as(app.users.viewer).get(`/api/admin/projects/nowhere/${page}`)).status, 404);
      equal((await app.as(null).get(`/api/admin/projects/default/${page}`)).status, 401);
    }
  });
});

describe('time to production', () => {
  it('truncates days and rounds the mean to one decimal', () => {
    equal(daysBetween(0, 3 * dayMs - 1), 2);
    equal(mean([1, 1, 2]), 1.3);
    equal(mean([]), 0);
  });
});
