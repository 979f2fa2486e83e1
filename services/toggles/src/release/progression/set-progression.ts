import { isDeepStrictEqual } from 'node:util';
import {
  milestoneProgressionCreated,
  milestoneProgressionDeleted,
  milestoneProgressionUpdated,
  nullable,
  type PlanMilestone,
  ReleasePlanShape,
  TransitionCondition,
} from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentEventKeys, type FeatureEnvironmentKey } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { normaliseCondition } from '../template/normalise-condition.ts';
import { wakePlan } from '../plan/enter-milestone.ts';
import { findMilestone, lockPlan, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { shapePlan } from '../plan/shape-plan.ts';

const progressionParams = Type.Object({ ...featureEnvironmentParams.properties, sourceMilestone: Type.String() });

export const SetProgression = Type.Object({
  /** Absent or null: the next milestone. */
  targetMilestone: Type.Optional(nullable(Type.String())),
  transitionCondition: TransitionCondition,
});
export type SetProgression = Static<typeof SetProgression>;

export const setProgressionRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:sourceMilestone',
    summary: 'Set the condition for advancing automatically from a milestone',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: progressionParams,
    body: SetProgression,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [milestoneProgressionCreated, milestoneProgressionUpdated],
  },
  async ({ params, body }, context) => serializePlan(await setProgression(context, params, body)),
);

export const deleteProgressionRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:sourceMilestone',
    summary: 'Remove the condition for leaving a milestone; the next milestone is started manually',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: progressionParams,
    answers: { 204: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [milestoneProgressionDeleted],
  },
  ({ params }, context) => deleteProgression(context, params),
);

interface ProgressionKey extends FeatureEnvironmentKey {
  readonly sourceMilestone: string;
}

/** A condition that already holds takes effect at once. */
export async function setProgression(context: Context, key: ProgressionKey, input: SetProgression): Promise<ReleasePlan> {
  const { target, plan } = await lockPlan(context, key);
  const before = findMilestone(plan, key.sourceMilestone);
  const { targetMilestone = null } = input;
  if (targetMilestone !== null && findMilestone(plan, targetMilestone).sortOrder <= before.sortOrder)
    throw badValue('targetMilestone', 'must be later than the milestone that the release leaves');
  const transitionCondition = normaliseCondition(input.transitionCondition, { path: 'transitionCondition' });
  const after = { ...before, targetMilestone, transitionCondition };
  replaceMilestone(context, plan, after);
  const keys = environmentEventKeys(target);
  const [preData, data] = [progressionOf(plan, before), progressionOf(plan, after)];
  if (!data || isDeepStrictEqual(data, preData)) return plan;
  if (preData) context.publish(milestoneProgressionUpdated, { ...keys, data, preData });
  else context.publish(milestoneProgressionCreated, { ...keys, data });
  return plan;
}

/** Without a condition, this has no effect. */
export async function deleteProgression(context: Context, key: ProgressionKey): Promise<void> {
  const { target, plan } = await lockPlan(context, key);
  const before = findMilestone(plan, key.sourceMilestone);
  const preData = progressionOf(plan, before);
  if (!preData) return;
  replaceMilestone(context, plan, { ...before, targetMilestone: null, transitionCondition: null });
  context.publish(milestoneProgressionDeleted, { ...environmentEventKeys(target), preData });
}

function replaceMilestone(context: Context, plan: ReleasePlan, milestone: PlanMilestone): void {
  plan.milestones = plan.milestones.map((one) => (one.id === milestone.id ? milestone : one));
  shapePlan(context, plan);
  wakePlan(context, plan);
}

const progressionOf = ({ id }: ReleasePlan, { id: sourceMilestone, targetMilestone = null, transitionCondition }: PlanMilestone) =>
  transitionCondition ? { releasePlanId: id, sourceMilestone, targetMilestone, transitionCondition } : null;
