import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postDependencies } from '../feature/dependency/dependency.fixture.ts';
import { toggles } from '../service.ts';
import { addSegments, postStrategies, featureEnvironmentPath } from '../feature/strategy/strategy.fixture.ts';
import {
  addProject,
  addTag,
  archive,
  bare,
  postFeatures,
  environmentsOn,
  features,
  protect,
  setEnvironment,
  emitted,
} from '../feature/feature/feature.fixture.ts';

describe('clone feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await app.as(app.users.editor).post(features, { name: 'source', type: 'experiment', description: 'first', impressionData: true });
    await app.as(app.users.editor).put(`${features}/source`, { stale: true });
    const segments = await addSegments(app, ['beta']);
    const parameters = { rollout: '60', stickiness: 'default', groupId: 'source' };
    await postStrategies(
      app,
      featureEnvironmentPath('source', 'production'),
      { name: 'flexibleRollout', title: 'some', parameters, segments },
      { disabled: true },
    );
    await setEnvironment(app, 'source', 'production', { enabled: true, variants: [{ name: 'blue', weight: 1000 }] });
    await addTag(app, 'source', 'simple', 'mobile');
  });
  after(() => app.close());

  const clone = (name: string, body: unknown) => app.as(app.users.editor).post(`${features}/${name}/clone`, body);
  const read = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}?variantEnvironments=true`)).body;

  it('copies metadata, variants and strategies in their order, and emits the feature first', async () => {
    let metadata: { createdAt: string } | undefined;
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await clone('source', { name: 'copy' });
      equal(status, 201);
      metadata = body;
    });
    const [source, copy] = [await read('source'), await read('copy')];
    const { type, description, impressionData, stale } = source;
    deepEqual(
      { type: copy.type, description: copy.description, impressionData: copy.impressionData, stale: copy.stale },
      { type, description, impressionData, stale },
    );
    const [first, second] = copy.environments[1].strategies;
    const [theirFirst, theirSecond] = source.environments[1].strategies;
    deepEqual(first, { ...theirFirst, id: first.id, parameters: { ...theirFirst.parameters, groupId: 'copy' } });
    deepEqual(second, { ...theirSecond, id: second.id });
    equal(new Set([first, second, theirFirst, theirSecond].map(({ id }) => id)).size, 4);
    deepEqual(copy.environments[1].variants, source.environments[1].variants);
    const added = { ...bare('feature-strategy-add', 'copy'), environment: 'production' };
    deepEqual(emitted(events), [
      { ...bare('feature-created', 'copy'), data: metadata },
      { ...added, data: first },
      { ...added, data: second },
    ]);
  });

  it('leaves the clone switched off and without tags', async () => {
    await clone('source', { name: 'quiet' });
    deepEqual(await environmentsOn(app, 'quiet'), []);
    deepEqual((await read('quiet')).tags, []);
    deepEqual(await environmentsOn(app, 'source'), ['production']);
  });

  it('keeps the group if requested', async () => {
    await clone('source', { name: 'grouped', replaceGroupId: false });
    equal((await read('grouped')).environments[1].strategies[0].parameters.groupId, 'source');
  });

  it('refuses an invalid name with 400, a taken one with 409 and clones nothing', async () => {
    equal((await clone('source', { name: 'a b' })).status, 400);
    const { status, body } = await clone('source', { name: 'source' });
    equal(status, 409);
    equal(body.name, 'NameExistsError');
  });

  it('refuses archived and unknown features, and features of another project, with 404', async () => {
    await postFeatures(app, ['gone']);
    await archive(app, 'gone');
    await postFeatures(app, ['abroad'], 'other');
    for (const name of ['gone', 'nowhere', 'abroad']) equal((await clone(name, { name: 'lost' })).status, 404);
  });

  it('refuses with 403 for every caller if an environment of the project requires change requests', async () => {
    await addProject(app, 'guarded');
    await postFeatures(app, ['kept'], 'guarded');
    await protect(app, 'guarded', 'production');
    const { status, body } = await app.as(app.users.admin).post('/api/admin/projects/guarded/features/kept/clone', { name: 'lost' });
    equal(status, 403);
    equal(body.name, 'ForbiddenError');
  });

  it('refuses a viewer with 403', async () => {
    const { status, body } = await app.as(app.users.viewer).post(`${features}/source/clone`, { name: 'lost' });
    equal(status, 403);
    deepEqual(body.permissions, ['CREATE_FEATURE']);
  });
  it('copies the parent of the source and emits the dependency last', async () => {
    await postFeatures(app, ['parent', 'bound']);
    await postDependencies(app, { bound: 'parent' });
    const events = await app.eventsOf('toggles', async () => equal((await clone('bound', { name: 'bound-copy' })).status, 201));
    const data = { feature: 'parent', enabled: true, variants: [] };
    deepEqual(
      events.map(({ type }) => type),
      ['feature-created', 'feature-dependency-added'],
    );
    deepEqual(emitted(events.slice(1)), [{ ...bare('feature-dependency-added', 'bound-copy'), data }]);
    deepEqual((await read('bound-copy')).dependencies, [data]);
  });
});
