import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, protect, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { environmentKeys, featureEnvironmentPath, postStrategies } from '../strategy/strategy.fixture.ts';
import { postSegment, segments } from './segment.fixture.ts';

describe('segments in use', () => {
  let app: TestApp;
  let first: number;
  let second: number;
  let foreign: number;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await addProject(app, 'hidden');
    await postFeatures(app, ['checkout', 'basket', 'past']);
    await postFeatures(app, ['till'], 'shop');
    await postFeatures(app, ['secret'], 'hidden');
    first = await postSegment(app, 'b-first');
    second = await postSegment(app, 'a-second');
    foreign = await postSegment(app, 'c-foreign', { project: 'hidden' });
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const viewer = () => app.as(app.users.someone());
  const input = (strategyId: string | undefined, segmentIds: number[], more: object = {}) => ({
    projectId: 'default',
    environmentId: 'development',
    strategyId,
    segmentIds,
    ...more,
  });
  const set = (body: object, as = app.users.editor) => app.as(as).post(`${segments}/strategies`, body);

  it('are counted and listed, without archived features and projects that the reader cannot see', async () => {
    const [strategy] = await postStrategies(app, featureEnvironmentPath('checkout'), { segments: [first] }, { segments: [first, second] });
    await postStrategies(app, featureEnvironmentPath('basket'), { segments: [first] });
    await postStrategies(app, featureEnvironmentPath('till', 'production', 'shop'), { segments: [first] });
    await postStrategies(app, featureEnvironmentPath('secret', 'development', 'hidden'), { segments: [first, foreign] });
    await postStrategies(app, featureEnvironmentPath('past'), { segments: [first] });
    await archive(app, 'past');
    const { body } = await viewer().get(segments);
    deepEqual(
      (body.segments as Record<string, unknown>[]).map(({ name, usedInFeatures, usedInProjects }) => [
        name,
        usedInFeatures,
        usedInProjects,
      ]),
      [
        ['a-second', 1, 1],
        ['b-first', 3, 2],
      ],
    );
    const { body: all } = await app.as(app.users.admin).get(segments);
    deepEqual(
      (all.segments as Record<string, unknown>[]).map(({ usedInFeatures, usedInProjects }) => [usedInFeatures, usedInProjects]),
      [
        [1, 1],
        [4, 3],
        [1, 1],
      ],
    );
    const { body: uses } = await viewer().get(`${segments}/${first}/strategies`);
    deepEqual(
      (uses.strategies as { projectId: string; featureName: string }[]).map(({ projectId, featureName }) => `${projectId} ${featureName}`),
      ['default basket', 'default checkout', 'default checkout', 'shop till'],
    );
    deepEqual(uses.strategies[1], {
      id: strategy?.id,
      projectId: 'default',
      featureName: 'checkout',
      strategyName: 'default',
      environment: 'development',
    });
    for (const path of [`${segments}/${foreign}`, `${segments}/${foreign}/strategies`, `${segments}/999999`]) {
      equal((await viewer().get(path)).status, 404, path);
    }
  });

  it('are listed for a strategy, and empty for an unknown or hidden one', async () => {
    const [strategy] = await postStrategies(app, featureEnvironmentPath('basket'), { segments: [first, second] });
    const [hidden] = await postStrategies(app, featureEnvironmentPath('secret', 'development', 'hidden'), { segments: [first] });
    const namesOf = async (id: string | undefined) => {
      const { status, body } = await viewer().get(`${segments}/strategies/${id}`);
      equal(status, 200);
      return (body.segments as { name: string }[]).map(({ name }) => name);
    };
    deepEqual(await namesOf(strategy?.id), ['a-second', 'b-first']);
    deepEqual([await namesOf('nothing'), await namesOf(hidden?.id)], [[], []]);
  });

  it('replace those of a strategy, keep the rest of it and emit one change', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const [preData] = await postStrategies(app, featureEnvironmentPath('basket'), {
      title: 'kept',
      disabled: true,
      constraints,
      segments: [first],
    });
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await set(input(preData?.id, [second, second]));
      deepEqual([status, headers['location'], body], [201, `strategies/${preData?.id}`, input(preData?.id, [second])]);
      equal((await set(input(preData?.id, [second]))).status, 201);
    });
    const data = { ...preData, segments: [second] };
    deepEqual(emitted(events), [{ type: 'feature-strategy-update', ...environmentKeys('basket'), data, preData }]);
    deepEqual((await viewer().get(`${featureEnvironmentPath('basket')}/strategies/${preData?.id}`)).body, data);
    equal((await set(input(preData?.id, []))).status, 201);
  });

  it('are refused if unknown, foreign or too many, or for an unknown or foreign strategy', async () => {
    const [strategy] = await postStrategies(app, featureEnvironmentPath('basket'), {});
    const [elsewhere] = await postStrategies(app, featureEnvironmentPath('till', 'development', 'shop'), {});
    const six = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => postSegment(app, `many-${name}`)));
    const admin = app.users.admin;
    const statuses = [
      await set(input(strategy?.id, [999_999])),
      await set(input(strategy?.id, [foreign]), admin),
      await set(input(strategy?.id, six)),
      await set(input('nothing', [first])),
      await set(input(elsewhere?.id, [first])),
      await set(input(strategy?.id, [first], { environmentId: 'production' })),
      await set(input(strategy?.id, [first], { environmentId: 'nowhere' })),
    ].map(({ status }) => status);
    deepEqual(statuses, [404, 400, 400, 404, 404, 403, 404]);
    equal((await set(input(strategy?.id, six))).body.details[0].path, 'segmentIds');
    equal((await set({ strategyId: strategy?.id })).status, 400);
    equal((await set(input(strategy?.id, six.slice(1)))).status, 201);
  });

  it('report a strategy of another project as unknown, without the name of its feature', async () => {
    const [hidden] = await postStrategies(app, featureEnvironmentPath('secret', 'development', 'hidden'), {});
    const responseOf = async (id: string | undefined) => {
      const { status, body } = await set(input(id, [first]));
      return [status, body.message];
    };
    deepEqual(await responseOf(hidden?.id), [404, `There is no strategy ${hidden?.id}.`]);
    deepEqual(await responseOf('nothing'), [404, 'There is no strategy nothing.']);
  });

  it('report a segment of a hidden project as unknown on every route', async () => {
    const member = app.users.someone();
    await app.users.grant(member, 4, 'shop');
    const strategies = `${featureEnvironmentPath('till', 'development', 'shop')}/strategies`;
    const [strategy] = await postStrategies(app, featureEnvironmentPath('till', 'development', 'shop'), {});
    const rollout = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: '' } };
    const as = app.as(member);
    const responseOf = async (id: number) => {
      const answers = [
        await as.post(strategies, { name: 'default', segments: [id] }),
        await as.put(`${strategies}/${strategy?.id}`, { name: 'default', segments: [id] }),
        await as.patch(`${strategies}/${strategy?.id}`, [{ op: 'replace', path: '/segments', value: [id] }]),
        await set(input(strategy?.id, [id], { projectId: 'shop' }), member),
        await as.post('/api/admin/projects/shop/environments/development/default-strategy', { ...rollout, segments: [id] }),
      ];
      return answers.map(({ status, body }) => [status, body.name, body.message]);
    };
    const unknown = (id: number) => Array.from({ length: 5 }, () => [404, 'NotFoundError', `There is no segment ${id}.`]);
    deepEqual(await responseOf(999_999), unknown(999_999));
    deepEqual(await responseOf(foreign), unknown(foreign));
  });

  it('are limited to five per strategy', async () => {
    const six = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => postSegment(app, `whole-${name}`)));
    const { status, body } = await app
      .as(app.users.editor)
      .post(`${featureEnvironmentPath('basket')}/strategies`, { name: 'default', segments: six });
    deepEqual([status, body.details[0].path], [400, 'segments']);
  });

  it('are refused to viewers, and to everybody if change requests are required', async () => {
    const [strategy] = await postStrategies(app, featureEnvironmentPath('till', 'production', 'shop'), {});
    const body = input(strategy?.id, [first], { projectId: 'shop', environmentId: 'production' });
    const refused = await set(body, app.users.viewer);
    deepEqual([refused.status, refused.body.permissions], [403, ['UPDATE_FEATURE_STRATEGY']]);
    const member = app.users.someone();
    await app.users.grant(member, 5, 'shop');
    equal((await set(body, member)).status, 201);
    await protect(app, 'shop', 'production');
    equal((await set(body, member)).status, 201, 'nothing changes');
    const protectedNow = await set({ ...body, segmentIds: [] }, member);
    deepEqual([protectedNow.status, protectedNow.body.permissions], [403, ['SKIP_CHANGE_REQUEST']]);
  });
});
