import { approvalProblem, Failure, releasePlanMilestoneApproved, ReleasePlanShape } from '@signalbox/contracts';
import { approverIn, type Context, requirePermission, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { learnCaller } from '../../feature/owner/known-user.ts';
import { readProtection } from '../../project/protection/protected-environment.ts';
import { describeMilestone, wakePlan } from '../plan/enter-milestone.ts';
import { findMilestone, type LockedPlan, lockPlan, type PlanKey, type ReleasePlan, serializePlan } from '../plan/plan.ts';
import { milestoneParams } from '../plan/plan.schema.ts';
import { gatesOf } from './evaluate-gate.ts';
import { approvableOf, approverPermissions, protectedApproverPermission } from './weigh-approvals.ts';

export const approveMilestoneRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans/:planId/milestones/:milestoneId/approve',
    summary:
      'Approve leaving the active milestone, if one of its gates requires approvals; in a protected environment, in a session with APPROVE_CHANGE_REQUEST and not as an author',
    permission: approverPermissions,
    scope: 'environment of the path',
    params: milestoneParams,
    answers: { 200: ReleasePlanShape },
    failures: ['BadDataError', 'ForbiddenError', 'NoAccessError', 'NotFoundError', 'PreconditionFailedError'],
    events: [releasePlanMilestoneApproved],
  },
  async ({ params }, context) => serializePlan(await approveMilestone(context, params)),
);

/** Follows the rules of approvals where change requests are required. A second approval of the same user has no effect. */
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
  await refuseApprover(context, { target, plan });
  await learnCaller(context);
  const { approvals = [] } = milestone;
  if (approvals.some(({ userId }) => userId === actor.id)) return plan;
  const approval = { userId: actor.id, name: actor.name, groups: actor.groups, at: context.now().toISOString() };
  plan.milestones = plan.milestones.map((one) => (one.id === milestone.id ? { ...one, approvals: [...approvals, approval] } : one));
  wakePlan(context, plan);
  context.publish(releasePlanMilestoneApproved, { ...environmentEventKeys(target), data: describeMilestone(plan, milestone) });
  return plan;
}

/** Throws 403 in a protected environment for an approval that would not count. */
async function refuseApprover(context: Context, { target, plan }: LockedPlan): Promise<void> {
  const { access, actor, em } = context;
  const where = environmentEventKeys(target);
  const { project, environment } = where;
  const protection = await readProtection(em, project, environment);
  if (!protection) return;
  requirePermission(context, protectedApproverPermission, { project, environment });
  if (actor.kind !== 'user' || actor.session === undefined)
    throw new Failure(
      'ForbiddenError',
      'In a protected environment, only users in a session of the console can approve. Tokens and service accounts cannot.',
    );
  const problem = approvalProblem(approvableOf(where, protection, plan), approverIn(access, actor, project));
  if (problem) throw problem;
}
