import {
  featureEnvironmentDisabled,
  featureStrategyAdd,
  featureStrategyRemove,
  protectionBypassed,
  releasePlanMilestoneStarted,
  ReleasePlanShape,
} from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { enterMilestone } from './enter-milestone.ts';
import { recordAllowed, refuseProtected } from '../../project/protection/refuse-protected.ts';
import { findMilestone, lockPlan, planOf, type PlanKey, type ReleasePlan, serializePlan } from './plan.ts';
import { milestoneParams } from './plan.schema.ts';
import { shapePlan } from './shape-plan.ts';

export const startMilestoneRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/milestones/:milestoneId/start',
    summary: 'Start a milestone of a release plan; its strategies replace those of the active milestone',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    params: milestoneParams,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'PreconditionFailedError'],
    events: [protectionBypassed, featureStrategyRemove, featureStrategyAdd, featureEnvironmentDisabled, releasePlanMilestoneStarted],
  },
  async ({ params }, context) => {
    await refuseUnlessBack(context, params);
    return serializePlan(await startMilestone(context, params));
  },
);

/** In a protected environment, going back to an earlier milestone needs no approval. It is reviewed afterwards. */
async function refuseUnlessBack(context: Context, key: PlanKey & { readonly milestoneId: string }): Promise<void> {
  const where = { project: key.projectId, environment: key.environment };
  const plan = await planOf(context.em, key);
  const [active, next] = [plan?.activeMilestoneId, key.milestoneId].map((id) => plan?.milestones.find((milestone) => milestone.id === id));
  if (!active || !next || plan?.id !== key.planId || next.sortOrder >= active.sortOrder)
    return refuseProtected(context, 'environment', where);
  const reason = context.directWrite?.reason ?? `The release of ${key.featureName} goes back to ${next.name}.`;
  return recordAllowed(context, where, reason);
}

/** Starting the active milestone again has no effect. */
export async function startMilestone(context: Context, key: PlanKey & { readonly milestoneId: string }): Promise<ReleasePlan> {
  const locked = await lockPlan(context, key);
  const milestone = findMilestone(locked.plan, key.milestoneId);
  if (milestone.id === locked.plan.activeMilestoneId) return locked.plan;
  shapePlan(context, locked.plan);
  await enterMilestone(context, locked, milestone);
  return locked.plan;
}
