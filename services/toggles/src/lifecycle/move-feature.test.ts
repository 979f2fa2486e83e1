import { deepEqual, equal, match } from 'node:assert/strict';
import { fetchState, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { postDependencies } from '../feature/dependency/dependency.fixture.ts';
import { ProjectEnvironment } from '../project/project/project.ts';
import { toggles } from '../service.ts';
import { addSegments, featureEnvironmentPath, postStrategies } from '../feature/strategy/strategy.fixture.ts';
import { addProject, addTag, archive, bare, postFeatures, features, protect, emitted } from '../feature/feature/feature.fixture.ts';

describe('move feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'target');
  });
  after(() => app.close());

  const move = (name: string, newProjectId: string, as = app.users.admin, project = 'default') =>
    app.as(as).post(`/api/admin/projects/${project}/features/${name}/changeProject`, { newProjectId });

  /** Returns the refusal of a move, which must leave the feature in place and emit nothing. */
  async function refusal(name: string, project: string): Promise<[number, string]> {
    let refused: [number, string] = [0, ''];
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await move(name, project);
      refused = [status, body.name];
    });
    deepEqual(events, []);
    equal((await app.as(app.users.admin).get(`${features}/${name}`)).status, 200);
    return refused;
  }

  it('moves settings, strategies and tags, and emits both projects under the new one', async () => {
    await postFeatures(app, ['mover']);
    const [strategy] = await postStrategies(app, featureEnvironmentPath('mover', 'production'), {
      segments: await addSegments(app, ['global']),
    });
    await addTag(app, 'mover', 'simple', 'mobile');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await move('mover', 'target');
      deepEqual([status, body], [200, '']);
    });
    const data = { oldProject: 'default', newProject: 'target' };
    deepEqual(emitted(events), [
      { ...bare('feature-project-change', 'mover', 'target'), data, tags: [{ type: 'simple', value: 'mobile' }] },
    ]);
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects/target/features/mover');
    deepEqual([body.project, body.environments[1].strategies], ['target', [strategy]]);
    equal((await app.as(app.users.viewer).get(`${features}/mover`)).status, 404);
    const state = await app.host.ask(fetchState, { after: null });
    equal(state.features.find(({ name }) => name === 'mover')?.project, 'target');
  });

  it('emits nothing if the feature is already there', async () => {
    await postFeatures(app, ['stays']);
    deepEqual(await app.eventsOf('toggles', async () => equal((await move('stays', 'default')).status, 200)), []);
  });

  it('refuses a project with other environments with 403 and names them', async () => {
    await addProject(app, 'smaller');
    await app.store('toggles').transaction(async (em) => {
      await em.nativeDelete(ProjectEnvironment, { project: 'smaller', environment: 'production' });
    });
    await postFeatures(app, ['wide']);
    const { body } = await move('wide', 'smaller');
    match(body.message, /have different environments: production\./);
    deepEqual(body.details[0].validationErrors, []);
    deepEqual(await refusal('wide', 'smaller'), [403, 'IncompatibleProjectError']);
  });

  it('refuses a project that requires change requests, for every caller', async () => {
    await addProject(app, 'guarded');
    await protect(app, 'guarded', 'production');
    await postFeatures(app, ['sneaky']);
    deepEqual(await refusal('sneaky', 'guarded'), [403, 'ForbiddenError']);
  });

  it('is a direct write if an environment of its project requires change requests', async () => {
    await addProject(app, 'careful');
    await postFeatures(app, ['leaver'], 'careful');
    await protect(app, 'careful', 'production');
    const owner = app.users.someone();
    for (const project of ['careful', 'target']) await app.users.grant(owner, roleIds.owner, project);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await move('leaver', 'target', owner, 'careful');
      deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
    });
    deepEqual(events, []);
    await app.users.grant(owner, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST' }), 'careful');
    equal((await move('leaver', 'target', owner, 'careful')).status, 200);
  });

  it('refuses both features of a dependency', async () => {
    await postFeatures(app, ['parent', 'child']);
    await postDependencies(app, { child: 'parent' });
    for (const name of ['parent', 'child']) deepEqual(await refusal(name, 'target'), [403, 'ForbiddenError']);
  });

  it('refuses a feature whose strategies use a segment of its project', async () => {
    await postFeatures(app, ['bound']);
    await postStrategies(app, featureEnvironmentPath('bound'), { segments: await addSegments(app, ['ours'], 'default') });
    deepEqual(await refusal('bound', 'target'), [403, 'ForbiddenError']);
  });

  it('refuses a target project at its limit', async () => {
    await addProject(app, 'full', { featureLimit: 1 });
    await postFeatures(app, ['first'], 'full');
    await postFeatures(app, ['late']);
    deepEqual(await refusal('late', 'full'), [403, 'InvalidOperationError']);
  });

  it('refuses a feature that is not in the project of the path with 403, unknown and archived ones with 404', async () => {
    await postFeatures(app, ['abroad'], 'target');
    const { status, body } = await move('abroad', 'target');
    deepEqual([status, body.name], [403, 'InvalidOperationError']);
    await postFeatures(app, ['gone']);
    await archive(app, 'gone');
    for (const name of ['nowhere', 'gone']) equal((await move(name, 'target')).status, 404);
    await postFeatures(app, ['lost']);
    deepEqual(await refusal('lost', 'nowhere'), [404, 'NotFoundError']);
  });

  it('requires the permission in both projects', async () => {
    await postFeatures(app, ['owned']);
    const owner = app.users.someone();
    const { body: here } = await move('owned', 'target', owner);
    deepEqual(here.permissions, ['MOVE_FEATURE_TOGGLE']);
    await app.users.grant(owner, roleIds.owner, 'default');
    const there = await move('owned', 'target', owner);
    deepEqual([there.status, there.body.permissions], [403, ['MOVE_FEATURE_TOGGLE']]);
    await app.users.grant(owner, roleIds.owner, 'target');
    equal((await move('owned', 'target', owner)).status, 200);
  });

  it('returns 404 for a project that the caller cannot see', async () => {
    await addProject(app, 'vault');
    await app.users.hide('vault');
    await postFeatures(app, ['curious']);
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'default');
    equal((await move('curious', 'vault', owner)).status, 404);
  });

  it('refuses a stale If-Match with 412 and a body without the project with 400', async () => {
    await postFeatures(app, ['strict']);
    const admin = app.as(app.users.admin);
    const path = `${features}/strict/changeProject`;
    equal((await admin.post(path, { newProjectId: 'target' }, { headers: { 'if-match': '"999"' } })).status, 412);
    equal((await admin.post(path, {})).status, 400);
  });
});
