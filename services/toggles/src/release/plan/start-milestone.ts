import {
  featureEnvironmentDisabled,
  featureStrategyAdd,
  featureStrategyRemove,
  releasePlanMilestoneStarted,
  ReleasePlanShape,
} from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { enterMilestone } from './enter-milestone.ts';
import { findMilestone, lockPlan, type PlanKey, type ReleasePlan, serializePlan } from './plan.ts';
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
