import { type Approvable, approvalProblem, type GateApproval, type Protection } from '@signalbox/contracts';
import { approverIn, type Context } from '@signalbox/kit';
import type { EventKeys } from '../../feature/feature/feature-in-environment.ts';
import { KnownUser, principalOf } from '../../feature/owner/known-user.ts';
import type { ReleasePlan } from '../plan/plan.ts';
import { shapersOf } from '../plan/shape-plan.ts';

/** Permissions that allow a user to approve steps of a release where no change requests are required. Any of them is enough. */
export const approverPermissions = ['APPROVE_CHANGE_REQUEST', 'UPDATE_FEATURE_STRATEGY'] as const;

/** Permission that approvals require in a protected environment. */
export const protectedApproverPermission = 'APPROVE_CHANGE_REQUEST';

/** The release plan as content that is approved in a protected environment. */
export const approvableOf = ({ project, environment }: EventKeys, protection: Protection, plan: ReleasePlan): Approvable => ({
  project,
  environment,
  protection,
  shapedBy: shapersOf(plan),
  own: 'leaving a milestone of a release plan that you added, edited or started',
});

/** Approvals that count now, and those that do not. */
export interface WeighedApprovals {
  readonly standing: readonly GateApproval[];
  readonly lapsed: readonly GateApproval[];
}

interface Weighed {
  readonly where: EventKeys;
  readonly protection: Protection | null;
  readonly plan: ReleasePlan;
}

/**
 * Weighs approvals by the rights that their users have now. Service accounts are not among the known users: where no change requests are
 * required, only their roles in projects count.
 */
export async function weighApprovals(
  { em, access }: Pick<Context, 'em' | 'access'>,
  { where, protection, plan }: Weighed,
  approvals: readonly GateApproval[],
): Promise<WeighedApprovals> {
  if (approvals.length === 0) return { standing: [], lapsed: [] };
  const known = await em.find(KnownUser, { id: { $in: approvals.map(({ userId }) => userId) } });
  const rootRoles = new Map(known.map(({ id, rootRole }) => [id, rootRole]));
  const { standing = [], lapsed = [] } = Object.groupBy(approvals, ({ userId: id, name }) => {
    const user = principalOf({ id, name, rootRole: rootRoles.get(id) ?? null }, access.groupsOf(id));
    const permitted = access.allows(user, protection ? [protectedApproverPermission] : approverPermissions, where);
    const counts = !protection || approvalProblem(approvableOf(where, protection, plan), approverIn(access, user, where.project)) === null;
    return permitted && counts ? 'standing' : 'lapsed';
  });
  return { standing, lapsed };
}
