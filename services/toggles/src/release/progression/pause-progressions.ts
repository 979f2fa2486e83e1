import { releasePlanProgressionsPaused, releasePlanProgressionsResumed, ReleasePlanShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { clearSafeguards, describeMilestone, wakePlan } from '../plan/enter-milestone.ts';
import { activeOf, pausePlan } from '../plan/pause-plan.ts';
import { lockPlan, type PlanKey, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { planParams } from '../plan/plan.schema.ts';

const switching = {
  method: 'post',
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: 'environment of the path',
  params: planParams,
  answers: { 200: ReleasePlanShape },
  failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
} as const;

export const pauseProgressionsRoute = route(
  {
    ...switching,
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:planId/pause',
    summary: 'Pause automatic progression; the active milestone stays active',
    events: [releasePlanProgressionsPaused],
  },
  async ({ params }, context) => serializePlan(await pauseProgressions(context, params)),
);

export const resumeProgressionsRoute = route(
  {
    ...switching,
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/progressions/:planId/resume',
    summary: 'Resume automatic progression; the timer of the active milestone restarts',
    protectedBy: 'environment',
    events: [releasePlanProgressionsResumed],
  },
  async ({ params }, context) => serializePlan(await resumeProgressions(context, params)),
);

/** Needs no approval in a protected environment, because it changes nothing for users. */
async function pauseProgressions(context: Context, key: PlanKey): Promise<ReleasePlan> {
  const locked = await lockPlan(context, key);
  pausePlan(context, locked, null);
  return locked.plan;
}

/** Without a pause, this has no effect. */
export async function resumeProgressions(context: Context, key: PlanKey): Promise<ReleasePlan> {
  const { target, plan } = await lockPlan(context, key);
  const active = activeOf(plan);
  if (!active.pausedAt) return plan;
  const resumedAt = context.now().toISOString();
  plan.milestones = plan.milestones.map((one) => (one.id === active.id ? { ...one, pausedAt: null, resumedAt } : one));
  clearSafeguards(plan);
  wakePlan(context, plan);
  context.publish(releasePlanProgressionsResumed, { ...environmentEventKeys(target), data: describeMilestone(plan, active) });
  return plan;
}
