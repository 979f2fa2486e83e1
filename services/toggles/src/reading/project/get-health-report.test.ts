import { deepEqual, equal } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { eventually, type TestApp, start, statementsOf } from '@signalbox/testing';
import { addProject, addTag, archive, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { toggles } from '../../service.ts';

describe('get health report', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await postFeatures(app, ['fresh', 'stale', 'staler', 'overdue', 'gone']);
    await postFeatures(app, ['elsewhere'], 'other');
    await archive(app, 'gone');
    await change('stale', { stale: true });
    await change('staler', { stale: true, createdAt: new Date(Date.now() - 400 * dayMs) });
    await change('overdue', { createdAt: new Date(Date.now() - 41 * dayMs) });
    await protect(app, 'default', 'production');
    await addTag(app, 'fresh', 'simple', 'mobile');
    await app.as(app.users.viewer).post('/api/admin/projects/default/favorites');
    await app.as(app.users.viewer).post('/api/admin/projects/default/features/fresh/favorites');
  });
  after(() => app.close());

  const change = (name: string, values: Partial<Feature>) =>
    app.store('toggles').transaction(async (em) => void (await em.nativeUpdate(Feature, { name }, values)));
  const report = (project = 'default', who = app.users.viewer) => app.as(who).get(`/api/admin/projects/${project}/health-report`);

  it('returns the project, its statistics and its active features', async () => {
    const { status, body } = await report();
    equal(status, 200);
    const { features, stats, createdAt, updatedAt, ...rest } = body;
    deepEqual(rest, {
      version: 1,
      name: 'Default',
      description: rest.description,
      mode: 'open',
      defaultStickiness: 'default',
      featureLimit: null,
      featureNaming: { pattern: null, example: null, description: null },
      members: 0,
      health: 25,
      favorite: true,
      environments: [
        { environment: 'development', changeRequestsEnabled: false },
        { environment: 'production', changeRequestsEnabled: true },
      ],
      activeCount: 2,
      staleCount: 2,
      potentiallyStaleCount: 1,
    });
    equal(typeof createdAt, 'string');
    equal(updatedAt === null || typeof updatedAt === 'string', true);
    deepEqual(
      features.map(({ name, favorite, tags }: { name: string; favorite: boolean; tags?: unknown }) => [name, favorite, tags]),
      [
        ['fresh', true, [{ type: 'simple', value: 'mobile' }]],
        ['overdue', false, undefined],
        ['stale', false, undefined],
        ['staler', false, undefined],
      ],
    );
    deepEqual(Object.keys(stats).toSorted(), [
      'archivedCurrentWindow',
      'archivedPastWindow',
      'avgTimeToProdCurrentWindow',
      'createdCurrentWindow',
      'createdPastWindow',
      'projectActivityCurrentWindow',
      'projectActivityPastWindow',
      'projectMembersAddedCurrentWindow',
    ]);
  });

  it('has the same health as the overview, the project and the list of projects', async () => {
    const as = app.as(app.users.viewer);
    equal((await as.get('/api/admin/projects/default/overview')).body.health, 25);
    equal((await as.get('/api/admin/projects/default')).body.health, 25);
    const { body } = await as.get('/api/admin/projects');
    deepEqual(
      body.projects.map(({ id, health }: { id: string; health: number }) => [id, health]),
      [
        ['default', 25],
        ['other', 100],
      ],
    );
  });

  it('has a health of 100 without features, and executes the same number of statements', async () => {
    await addProject(app, 'empty');
    equal((await report('empty')).body.health, 100);
    // Consumers of the new project's events may execute statements during the first reports.
    await eventually(async () => {
      const few = await statementsOf(app.store('toggles'), () => report('other'));
      const many = await statementsOf(app.store('toggles'), () => report());
      equal(few.length, many.length);
    });
  });

  it('refuses an unknown project with 404, and a private one to outsiders', async () => {
    equal((await report('nowhere')).status, 404);
    await addProject(app, 'secret');
    await app.users.hide('secret');
    equal((await report('secret', app.users.someone())).status, 404);
    equal((await report('secret', app.users.admin)).status, 200);
  });

  it('refuses an anonymous caller with 401 and SDK tokens with 403', async () => {
    equal((await app.as(null).get('/api/admin/projects/default/health-report')).status, 401);
    equal((await report('default', app.users.clientToken)).status, 403);
  });
});
