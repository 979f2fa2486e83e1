import { deepEqual, equal } from 'node:assert/strict';
import type { Change, ReleasePlanShape } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { addSegments, featureEnvironmentPath, isOn, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import type { SerializedStrategy } from '../../feature/strategy/strategy.ts';
import { toggles } from '../../service.ts';
import { envelope, exported, importAs, refuses, rollout } from '../../transfer/features/transfer.fixture.ts';
import { milestonesFor, rolloutTo } from '../template/template.fixture.ts';
import { plansPath, postPlan, readPlan, startPath } from './plan.fixture.ts';

describe('copies of release plans and safeguards', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const well = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    equal(status < 300, true, JSON.stringify(body));
  };
  const guard = {
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 5 },
  };
  /** A feature that is on, in the second of three milestones, with a safeguard of the plan and one of its own. */
  async function released(more: object = {}) {
    const name = `original-${(count += 1)}`;
    await postFeatures(app, [name]);
    const plan = await postPlan(app, name, { safeguards: [guard], ...more });
    for (const path of [startPath(plan, 0), startPath(plan, 1), `${featureEnvironmentPath(name)}/on`]) await well(admin().post(path));
    await well(admin().put(`${featureEnvironmentPath(name)}/safeguards`, guard));
    return { name, plan: await readPlan(app, name) };
  }
  const activeOf = ({ activeMilestoneId, milestones }: ReleasePlanShape) => milestones.find(({ id }) => id === activeMilestoneId);
  const strategiesOf = async (name: string, environment = 'development'): Promise<SerializedStrategy[]> =>
    (await app.as(app.users.viewer).get(`${featureEnvironmentPath(name, environment)}/strategies`)).body;
  const sharesOf = async (name: string, environment = 'development') =>
    (await strategiesOf(name, environment)).map(({ parameters, milestoneId }) => [parameters['rollout'], milestoneId]);
  const safeguardsOf = async (name: string, environment = 'development') =>
    (await app.as(app.users.viewer).get(featureEnvironmentPath(name, environment))).body.safeguards as unknown[] | undefined;
  const idsOf = ({ id, milestones, safeguards }: ReleasePlanShape) => [
    id,
    ...milestones.flatMap((milestone) => [milestone.id, ...milestone.strategies.map((strategy) => strategy.id)]),
    ...safeguards.map((safeguard) => safeguard.id),
  ];
  const shareNothing = (one: ReleasePlanShape, other: ReleasePlanShape) =>
    equal(new Set(idsOf(one)).isDisjointFrom(new Set(idsOf(other))), true);

  it('have not started in a clone of the feature, which is off', async () => {
    const { name, plan } = await released();
    const [first, , last] = plan.milestones;
    const jump = { targetMilestone: last?.id, transitionCondition: { intervalMinutes: 5 } };
    await well(admin().put(`${featureEnvironmentPath(name)}/progressions/${first?.id}`, jump));
    const events = await app.eventsOf('toggles', () => well(admin().post(`${features}/${name}/clone`, { name: `${name}-clone` })));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-created', 'release-plan-added', 'safeguard-changed'],
    );
    const clone = await readPlan(app, `${name}-clone`);
    shareNothing(clone, plan);
    deepEqual(
      [clone.activeMilestoneId, clone.milestones.map(({ startedAt }) => startedAt), clone.milestones[0]?.targetMilestone],
      [null, [null, null, null], clone.milestones[2]?.id],
    );
    deepEqual(clone.milestones[0]?.strategies[0]?.parameters, { rollout: '10', stickiness: 'userId', groupId: `${name}-clone` });
    deepEqual(await strategiesOf(`${name}-clone`), []);
    equal((await safeguardsOf(`${name}-clone`))?.length, 1);
  });

  it('start the active milestone again in a clone of the environment, and stay paused', async () => {
    const { name, plan } = await released();
    const { name: paused, plan: other } = await released();
    await well(admin().post(`${featureEnvironmentPath(paused)}/progressions/${other.id}/pause`));
    const environment = `clone-${count}`;
    await well(admin().post('/api/admin/environments/development/clone', { name: environment, type: 'test' }));
    const clone = await readPlan(app, name, environment);
    shareNothing(clone, plan);
    equal(activeOf(clone)?.name, '50 %');
    deepEqual(await sharesOf(name, environment), [['50', clone.activeMilestoneId]]);
    equal(await isOn(app, featureEnvironmentPath(name, environment)), true);
    equal((await safeguardsOf(name, environment))?.length, 1);
    const pausedAt = async (feature: string) => Boolean(activeOf(await readPlan(app, feature, environment))?.pausedAt);
    deepEqual([await pausedAt(name), await pausedAt(paused)], [false, true]);
    await well(admin().post(startPath(clone, 2)));
    deepEqual(await sharesOf(name, environment), [['100', clone.milestones[2]?.id]]);
  });

  it('start the active milestone again where they are imported, with the segments of that instance', async () => {
    const [segment = 0] = await addSegments(app, [`segment-${count}`], 'default');
    const milestones = milestonesFor(10, 50, 100);
    const last = { ...milestones[2], strategies: [rolloutTo(100, { segments: [segment] })] };
    const { name, plan } = await released({ milestones: [...milestones.slice(0, 2), last] });
    const data = await exported(app, { features: [name] });
    deepEqual(
      [data.segments, data.releasePlans[0].activeMilestoneId],
      [[{ id: segment, name: `segment-${count - 1}` }], plan.activeMilestoneId],
    );
    const moved = JSON.parse(JSON.stringify(data).replaceAll(`"segments":[${segment}]`, '"segments":[777]'));
    moved.segments[0].id = 777;
    const events = await app.eventsOf('toggles', async () =>
      well(importAs(app, envelope(moved, { environment: 'production' }), app.users.admin)),
    );
    deepEqual(
      events.map(({ type }) => type),
      [
        'release-plan-added',
        'feature-strategy-add',
        'release-plan-milestone-started',
        'safeguard-changed',
        'feature-environment-enabled',
        'features-imported',
      ],
    );
    const copy = await readPlan(app, name, 'production');
    shareNothing(copy, plan);
    deepEqual([activeOf(copy)?.name, copy.milestones[2]?.strategies[0]?.segments, copy.safeguards.length], ['50 %', [segment], 1]);
    deepEqual(await sharesOf(name, 'production'), [['50', copy.activeMilestoneId]]);
    equal((await safeguardsOf(name, 'production'))?.length, 1);
    const again = await app.eventsOf('toggles', async () =>
      well(importAs(app, envelope(moved, { environment: 'production' }), app.users.admin)),
    );
    deepEqual(
      again.map(({ type }) => type),
      ['release-plan-removed', 'release-plan-added', 'feature-strategy-add', 'release-plan-milestone-started', 'features-imported'],
    );
  });

  it('become ordinary strategies in an import without release plans, which keeps safeguards', async () => {
    const { name } = await released();
    const { releasePlans: _plans, safeguards: _safeguards, ...data } = await exported(app, { features: [name] });
    await well(importAs(app, envelope(data), app.users.admin));
    equal(await readPlan(app, name), undefined);
    deepEqual(await sharesOf(name), [['50', undefined]]);
    equal((await safeguardsOf(name))?.length, 1);
    await well(importAs(app, envelope({ ...data, safeguards: [] }), app.users.admin));
    equal((await safeguardsOf(name))?.length ?? 0, 0);
  });

  it('are imported with everything else or not at all', async () => {
    const { name } = await released();
    const data = await exported(app, { features: [name] });
    const [plan] = data.releasePlans;
    const fresh = { features: [{ name: 'unborn' }], featureEnvironments: [{ name: 'unborn', enabled: true }] };
    const own = { ...plan, featureName: 'unborn' };
    const withStrategy = (strategy: object) => ({ ...own, milestones: [{ name: 'a', strategies: [strategy] }], activeMilestoneId: null });
    const refusal = (releasePlans: unknown[], message: RegExp, more: object = {}) =>
      refuses(app, envelope({ ...fresh, releasePlans, ...more }), [400, 'BadDataError', message], app.users.admin);
    await refusal([{ ...own, activeMilestoneId: null }], /activeMilestoneId/);
    await refusal([{ ...own, activeMilestoneId: 'unknown' }], /data\/releasePlans\/0/);
    await refusal([own, own], /only release plan/);
    await refusal([own, { ...own, featureName: 'absent' }], /data\/releasePlans\/1\/featureName/);
    await refusal([withStrategy({ name: 'magic' })], /magic/, { featureEnvironments: [] });
    await refusal([withStrategy(rolloutTo(5, { segments: [9999] }))], /segment 9999/, { featureEnvironments: [] });
    const bad = { ...guard, featureName: 'unborn', compare: 'relative' };
    await refusal([own], /data\/safeguards\/0\/per/, { safeguards: [bad] });
    equal((await app.as(app.users.viewer).get(`${features}/unborn`)).status, 404);
  });

  it('need the permissions of strategies and of the environment', async () => {
    const { name } = await released();
    const data = await exported(app, { features: [name] });
    const user = app.users.someone();
    await app.users.grant(user, await app.users.role({ permission: 'UPDATE_FEATURE' }), 'default');
    const { status, body } = await importAs(app, envelope(data), user);
    deepEqual([status, body.permissions], [403, ['DELETE_FEATURE_STRATEGY', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_ENVIRONMENT']]);
  });

  it('are proposed where the environment is protected', async () => {
    const project = 'guarded-copies';
    await addProject(app, project);
    await postFeatures(app, ['proposed'], project);
    const path = featureEnvironmentPath('proposed', 'production', project);
    await well(admin().post(`${path}/release-plans`, { name: 'before', milestones: milestonesFor(1) }));
    await postStrategies(app, path, rollout('proposed'));
    await protect(app, project, 'production');
    const { name } = await released();
    const data = JSON.parse(JSON.stringify(await exported(app, { features: [name] })).replaceAll(name, 'proposed'));
    const author = app.users.someone();
    await app.users.grant(author, await app.users.role({ permission: 'UPDATE_FEATURE' }), project);
    const events = await app.eventsOf('toggles', () => well(importAs(app, envelope(data, { project, environment: 'production' }), author)));
    const changes = events.flatMap(({ type, data: own }) => (type === 'changes-proposed' ? (own as { changes: Change[] }).changes : []));
    deepEqual(
      changes.map(({ action }) => action),
      ['deleteReleasePlan', 'deleteStrategy', 'addReleasePlan', 'changeFeatureEnvSafeguard', 'updateEnabled'],
    );
    const { featureName: _feature, ...content } = data.releasePlans[0];
    deepEqual(changes[2]?.payload, content);
  });

  it('may start a milestone of the request or the template at once', async () => {
    await postFeatures(app, ['at-once']);
    const milestones = milestonesFor(10, 20).map((milestone, index) => ({ ...milestone, id: `m${index}` }));
    const plan = await postPlan(app, 'at-once', { milestones, activeMilestoneId: 'm1', paused: true });
    equal(activeOf(plan)?.name, '20 %');
    equal(activeOf(plan)?.pausedAt === null, false);
    await well(admin().delete(`${plansPath('at-once')}/${plan.id}`));
    for (const [input, path] of [
      [{ activeMilestoneId: 'm2' }, 'activeMilestoneId'],
      [{ milestones: [milestones[0], { ...milestones[1], targetMilestone: 'm0' }] }, 'milestones/1/targetMilestone'],
    ] as const) {
      const { status, body } = await admin().post(plansPath('at-once'), { name: 'x', milestones, ...input });
      deepEqual([status, body.details[0].path], [400, path]);
    }
  });
});
