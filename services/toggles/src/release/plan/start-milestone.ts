import {
  featureEnvironmentDisabled,
  featureStrategyAdd,
  featureStrategyRemove,
  type PlanMilestone,
  releasePlanMilestoneStarted,
  ReleasePlanShape,
} from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import { replaceStrategies } from '../../feature/strategy/replace-strategies.ts';
import { strategiesOfPlan } from './delete-plan.ts';
import { findMilestone, lockPlan, type LockedPlan, type PlanKey, type ReleasePlan, serializePlan } from './plan.ts';
import { milestoneParams } from './plan.schema.ts';

export const startMilestoneRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/milestones/:milestoneId/start',
    summary: 'Start a milestone of a release plan; its strategies replace those of the active milestone',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: milestoneParams,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureStrategyRemove, featureStrategyAdd, featureEnvironmentDisabled, releasePlanMilestoneStarted],
  },
  async ({ params }, context) => serializePlan(await startMilestone(context, params)),
);

/** Starting the active milestone again has no effect. */
export async function startMilestone(context: Context, key: PlanKey & { readonly milestoneId: string }): Promise<ReleasePlan> {
  const locked = await lockPlan(context, key);
  const milestone = findMilestone(locked.plan, key.milestoneId);
  if (milestone.id !== locked.plan.activeMilestoneId) await enterMilestone(context, locked, milestone);
  return locked.plan;
}

/** Replaces the strategies of the active milestone. Milestones after the new one count as not started. */
async function enterMilestone(context: Context, locked: LockedPlan, milestone: PlanMilestone): Promise<void> {
  const { target, plan } = locked;
  const keys = environmentEventKeys(target);
  const inputs = milestone.strategies.map((input, index) => ({
    keys,
    input,
    pointer: { path: `milestones/${milestone.name}/strategies/${index}` },
  }));
  const additions = (await normaliseStrategies(context, keys.project, inputs)).map(({ content, input: { id, sortOrder } }) => {
    return { id, keys, content, sortOrder, milestoneId: milestone.id };
  });
  await replaceStrategies(context, target, await strategiesOfPlan(context, keys), additions);
  const previous = plan.milestones.find(({ id }) => id === plan.activeMilestoneId);
  const startedAt = context.now().toISOString();
  plan.milestones = plan.milestones.map((one) => {
    if (one.id === milestone.id) return { ...one, startedAt };
    return one.sortOrder > milestone.sortOrder ? { ...one, startedAt: null } : one;
  });
  plan.activeMilestoneId = milestone.id;
  context.publish(releasePlanMilestoneStarted, {
    ...keys,
    data: described(plan, milestone),
    preData: previous ? described(plan, previous) : null,
  });
}

const described = ({ id }: ReleasePlan, milestone: PlanMilestone) => ({
  releasePlanId: id,
  milestoneId: milestone.id,
  milestoneName: milestone.name,
});
