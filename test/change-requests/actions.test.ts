import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { type ChangeAction, changeActions, type ReleasePlanShape } from '@signalbox/contracts';
import type { Answer } from '@signalbox/testing';
import { type ChangesApp, openChangesApp } from './changes-app.fixture.ts';

/** Properties, apart from the name, that distinguish a feature from its twin. */
const ofItsOwn: readonly string[] = [
  'id',
  'createdAt',
  'archivedAt',
  'enteredStageAt',
  'activeMilestoneId',
  'milestoneId',
  'startedAt',
  'pausedAt',
  'resumedAt',
  'setAt',
  'createdByUserId',
];

/** Objects that changes need: a feature with two strategies, a safeguard and a release plan, a parent, another possible parent, and a segment. */
interface Scene {
  readonly feature: string;
  readonly parent: string;
  readonly other: string;
  readonly strategies: readonly [string, string];
  readonly segment: number;
  /** Absent where the action adds one. */
  readonly plan: ReleasePlanShape | null;
  readonly safeguard: string;
}

/** The same action, by change request and by direct route. */
interface Twin {
  readonly payload: (scene: Scene) => unknown;
  readonly direct: (scene: Scene) => Promise<Answer>;
}

/** Environments have no twins in this app: protection.test.ts covers the change of their protection. */
type TwinAction = Exclude<ChangeAction, 'updateProtection'>;
const hasTwin = (action: ChangeAction): action is TwinAction => action !== 'updateProtection';

const project = '/api/admin/projects/default';
const variants = [
  { name: 'red', weight: 500, weightType: 'variable', stickiness: 'userId' },
  { name: 'blue', weight: 500, weightType: 'variable', stickiness: 'userId' },
];
const constraints = [{ contextName: 'country', operator: 'IN', values: ['no', 'se'] }];
const guard = {
  impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 5 },
};
const released = {
  name: 'careful',
  milestones: [
    { name: 'first', strategies: [{ name: 'default', title: 'a' }], transitionCondition: { intervalMinutes: 60 } },
    { name: 'second', strategies: [{ name: 'default', title: 'b' }] },
  ],
  safeguards: [guard],
};
const condition = { transitionCondition: { intervalMinutes: 90 } };
const added = { name: 'flexibleRollout', title: 'added', parameters: { rollout: '30', stickiness: 'userId', groupId: 'g' }, constraints };

describe('applying a change request', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
  });
  after(() => at.close());

  const inProduction = ({ feature }: Scene) => `${project}/features/${feature}/environments/production`;
  const replaced = { name: 'flexibleRollout', title: 'changed', parameters: { rollout: '70', stickiness: 'userId', groupId: 'g' } };
  const order = ({ strategies: [first, second] }: Scene) => [
    { id: first, sortOrder: 2 },
    { id: second, sortOrder: 1 },
  ];
  const segment = { description: 'as it is now', project: 'default', constraints };

  const twins: Readonly<Record<TwinAction, Twin>> = {
    updateEnabled: { payload: () => ({ enabled: true }), direct: (scene) => at.operator.post(`${inProduction(scene)}/on`) },
    addStrategy: { payload: () => added, direct: (scene) => at.operator.post(`${inProduction(scene)}/strategies`, added) },
    updateStrategy: {
      payload: ({ strategies: [id] }) => ({ id, ...replaced }),
      direct: (scene) => at.operator.put(`${inProduction(scene)}/strategies/${scene.strategies[0]}`, replaced),
    },
    deleteStrategy: {
      payload: ({ strategies: [id] }) => ({ id }),
      direct: (scene) => at.operator.delete(`${inProduction(scene)}/strategies/${scene.strategies[0]}`),
    },
    patchVariant: { payload: () => ({ variants }), direct: (scene) => at.operator.put(`${inProduction(scene)}/variants`, variants) },
    reorderStrategy: {
      payload: order,
      direct: (scene) => at.operator.post(`${inProduction(scene)}/strategies/set-sort-order`, order(scene)),
    },
    archiveFeature: { payload: () => undefined, direct: ({ feature }) => at.operator.delete(`${project}/features/${feature}`) },
    addDependency: {
      payload: ({ other }) => ({ feature: other }),
      direct: ({ feature, other }) => at.operator.post(`${project}/features/${feature}/dependencies`, { feature: other }),
    },
    deleteDependency: {
      payload: () => undefined,
      direct: ({ feature }) => at.operator.delete(`${project}/features/${feature}/dependencies`),
    },
    updateSegment: {
      payload: ({ feature, segment: id }) => ({ id, name: `${feature}-renamed`, ...segment }),
      direct: ({ feature, segment: id }) => at.operator.put(`/api/admin/segments/${id}`, { name: `${feature}-renamed`, ...segment }),
    },
    deleteSegment: {
      payload: ({ segment: id }) => ({ id }),
      direct: ({ segment: id }) => at.operator.delete(`/api/admin/segments/${id}`),
    },
    addReleasePlan: { payload: () => released, direct: (scene) => at.operator.post(`${inProduction(scene)}/release-plans`, released) },
    deleteReleasePlan: {
      payload: ({ plan }) => ({ planId: plan?.id }),
      direct: (scene) => at.operator.delete(`${inProduction(scene)}/release-plans/${scene.plan?.id}`),
    },
    startMilestone: {
      payload: ({ plan }) => ({ planId: plan?.id, milestoneId: plan?.milestones[1]?.id }),
      direct: (scene) =>
        at.operator.post(`${inProduction(scene)}/release-plans/${scene.plan?.id}/milestones/${scene.plan?.milestones[1]?.id}/start`),
    },
    changeMilestoneProgression: {
      payload: ({ plan }) => ({ sourceMilestone: plan?.milestones[0]?.id, ...condition }),
      direct: (scene) => at.operator.put(`${inProduction(scene)}/progressions/${scene.plan?.milestones[0]?.id}`, condition),
    },
    deleteMilestoneProgression: {
      payload: ({ plan }) => ({ sourceMilestone: plan?.milestones[0]?.id }),
      direct: (scene) => at.operator.delete(`${inProduction(scene)}/progressions/${scene.plan?.milestones[0]?.id}`),
    },
    resumeMilestoneProgression: {
      payload: ({ plan }) => ({ planId: plan?.id }),
      direct: (scene) => at.operator.post(`${inProduction(scene)}/progressions/${scene.plan?.id}/resume`),
    },
    changeReleasePlanSafeguard: {
      payload: ({ plan }) => ({ planId: plan?.id, ...guard }),
      direct: (scene) => at.operator.put(`${inProduction(scene)}/release-plans/${scene.plan?.id}/safeguards`, guard),
    },
    deleteReleasePlanSafeguard: {
      payload: ({ plan }) => ({ planId: plan?.id, safeguardId: plan?.safeguards[0]?.id }),
      direct: (scene) =>
        at.operator.delete(`${inProduction(scene)}/release-plans/${scene.plan?.id}/safeguards/${scene.plan?.safeguards[0]?.id}`),
    },
    changeFeatureEnvSafeguard: {
      payload: ({ safeguard: id }) => ({ id, ...guard, action: 'off', graceMinutes: 5 }),
      direct: (scene) => at.operator.put(`${inProduction(scene)}/safeguards`, { id: scene.safeguard, ...guard, graceMinutes: 5 }),
    },
    deleteFeatureEnvSafeguard: {
      payload: ({ safeguard: safeguardId }) => ({ safeguardId }),
      direct: (scene) => at.operator.delete(`${inProduction(scene)}/safeguards/${scene.safeguard}`),
    },
    updateMilestoneStrategy: {
      payload: ({ plan }) => ({ ...replaced, id: plan?.milestones[0]?.strategies[0]?.id }),
      direct: (scene) =>
        at.operator.put(`${inProduction(scene)}/milestone-strategies/${scene.plan?.milestones[0]?.strategies[0]?.id}`, replaced),
    },
  };

  const well = ({ status, body }: Answer): Answer['body'] => {
    equal(status < 300, true, JSON.stringify(body));
    return body;
  };

  async function pause({ id, milestones }: ReleasePlanShape, plans: string): Promise<void> {
    well(await at.operator.post(`${plans}/${id}/milestones/${milestones[0]?.id}/start`));
    well(await at.operator.post(`${plans.replace('release-plans', 'progressions')}/${id}/pause`));
  }

  async function prepare(feature: string, action: ChangeAction): Promise<Scene> {
    const scene = { feature, parent: `${feature}-parent`, other: `${feature}-other` };
    await at.createFeatures(feature, scene.parent, scene.other);
    const strategies = `${project}/features/${feature}/environments/production/strategies`;
    const first = well(await at.operator.post(strategies, { name: 'default', title: 'first' })).id;
    const second = well(await at.operator.post(strategies, { name: 'default', title: 'second' })).id;
    well(await at.operator.post(`${project}/features/${feature}/dependencies`, { feature: scene.parent }));
    const made = well(await at.operator.post('/api/admin/segments', { name: feature, project: 'default', constraints: [] }));
    const plans = `${project}/features/${feature}/environments/production/release-plans`;
    const withPlan = action !== 'addReleasePlan';
    const plan = withPlan ? (well(await at.operator.post(plans, released)) as ReleasePlanShape) : null;
    if (plan && action === 'resumeMilestoneProgression') await pause(plan, plans);
    const safeguards = `${project}/features/${feature}/environments/production/safeguards`;
    const safeguard = well(await at.operator.put(safeguards, guard)).id;
    return { ...scene, strategies: [first, second], segment: made.id, plan, safeguard };
  }

  /** Returns all visible data of the scene, without the differences between the twins. */
  async function look({ feature, segment: id, strategies }: Scene): Promise<unknown> {
    const seen = [
      await at.operator.get(`${project}/features/${feature}`),
      await at.operator.get(`${project}/features/${feature}/environments/production`),
      await at.operator.get(`/api/admin/segments/${id}`),
    ].map(({ status, body }) => ({ status, body: status === 200 ? body : null }));
    return JSON.parse(JSON.stringify(seen), (key, value: unknown) => {
      if (key === 'id' && strategies.includes(value as string)) return strategies.indexOf(value as string);
      if (ofItsOwn.includes(key)) return typeof value === 'string' && key === 'pausedAt' ? 'paused' : null;
      return typeof value === 'string' ? value.replaceAll(feature, 'feature') : value;
    });
  }

  for (const action of changeActions.filter(hasTwin))
    it(`has the same result as the direct route: ${action}`, async () => {
      const twin = twins[action];
      const [requested, written] = [await prepare(`${action}-1`, action), await prepare(`${action}-2`, action)];
      const before = await look(written);
      deepEqual(await look(requested), before);
      const change = { action, payload: twin.payload(requested), ...(action.endsWith('Segment') ? {} : { feature: requested.feature }) };
      const { id } = await at.approved(at.app.users.someone(), change);
      deepEqual(await look(requested), before);
      equal((await at.ask(at.app.users.admin, id, 'Applied')).body.state, 'Applied');
      well(await twin.direct(written));
      const after = await look(written);
      notDeepEqual(after, before);
      deepEqual(await look(requested), after);
    });
});
