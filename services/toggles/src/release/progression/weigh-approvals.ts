import type { GateApproval } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { KnownUser, principalOf } from '../../feature/owner/known-user.ts';

/** Permissions that allow a user to approve steps of a release. Any of them is enough. */
export const approverPermissions = ['APPROVE_CHANGE_REQUEST', 'UPDATE_FEATURE_STRATEGY'] as const;

/** Approvals by users who may approve in the environment now, and those by others. */
export interface WeighedApprovals {
  readonly standing: readonly GateApproval[];
  readonly lapsed: readonly GateApproval[];
}

/** Weighs approvals by the rights that their users have now. Service accounts are not among the known users, so only their roles in projects count. */
export async function weighApprovals(
  { em, access }: Pick<Context, 'em' | 'access'>,
  where: { readonly project: string; readonly environment: string },
  approvals: readonly GateApproval[],
): Promise<WeighedApprovals> {
  if (approvals.length === 0) return { standing: [], lapsed: [] };
  const known = await em.find(KnownUser, { id: { $in: approvals.map(({ userId }) => userId) } });
  const rootRoles = new Map(known.map(({ id, rootRole }) => [id, rootRole]));
  const { standing = [], lapsed = [] } = Object.groupBy(approvals, ({ userId: id, name }) => {
    const user = principalOf({ id, name, rootRole: rootRoles.get(id) ?? null }, access.groupsOf(id));
    return access.allows(user, approverPermissions, where) ? 'standing' : 'lapsed';
  });
  return { standing, lapsed };
}
