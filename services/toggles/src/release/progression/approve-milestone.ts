import { Failure, releasePlanMilestoneApproved, ReleasePlanShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { learnCaller } from '../../feature/owner/known-user.ts';
import { describeMilestone, wakePlan } from '../plan/enter-milestone.ts';
import { findMilestone, lockPlan, type PlanKey, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { milestoneParams } from '../plan/plan.schema.ts';
import { gatesOf } from './evaluate-gate.ts';
import { approverPermissions } from './weigh-approvals.ts';

export const approveMilestoneRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/milestones/:milestoneId/approve',
    summary: 'Approve leaving the active milestone, if one of its gates requires approvals',
    permission: approverPermissions,
    scope: 'environment of the path',
    params: milestoneParams,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'PreconditionFailedError'],
    events: [releasePlanMilestoneApproved],
  },
  async ({ params }, context) => serializePlan(await approveMilestone(context, params)),
);

/** A second approval of the same user has no effect. */
async function approveMilestone(context: Context, key: PlanKey & { readonly milestoneId: string }): Promise<ReleasePlan> {
  const { actor } = context;
  const { target, plan } = await lockPlan(context, key);
  const milestone = findMilestone(plan, key.milestoneId);
  const gates = gatesOf(milestone.transitionCondition ?? {}).filter(({ type }) => type === 'approval');
  if (milestone.id !== plan.activeMilestoneId || gates.length === 0)
    throw badValue('', `The milestone ${milestone.name} is not active, or requires no approval.`);
  if (actor.id === null) throw new Failure('ForbiddenError', 'Only users can approve. API tokens cannot.');
  if (!gates.some(({ groups }) => groups === undefined || groups.some((group) => actor.groups.includes(group))))
    throw new Failure('ForbiddenError', `Only members of the groups that the gate names can approve leaving ${milestone.name}.`);
  await learnCaller(context);
  const { approvals = [] } = milestone;
  if (approvals.some(({ userId }) => userId === actor.id)) return plan;
  const approval = { userId: actor.id, name: actor.name, groups: actor.groups, at: context.now().toISOString() };
  plan.milestones = plan.milestones.map((one) => (one.id === milestone.id ? { ...one, approvals: [...approvals, approval] } : one));
  wakePlan(context, plan);
  context.publish(releasePlanMilestoneApproved, { ...environmentEventKeys(target), data: describeMilestone(plan, milestone) });
  return plan;
}
