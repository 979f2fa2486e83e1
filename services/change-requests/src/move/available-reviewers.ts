import type { OpenContext } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { KnownMember, KnownUser, principalOf } from '../base/known-user.ts';
import type { Where } from '../change/dry-run.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { findRequestedApprovers } from './requested-approver.ts';

type Reading = Pick<OpenContext, 'access' | 'em'>;

const permissions = ['APPROVE_CHANGE_REQUEST'];

/**
 * Users who may approve in the environment through their root role, project roles or groups, ordered by id. Limited to
 * `among` if given.
 */
export async function availableReviewers(context: Reading, where: Where, among?: readonly number[]): Promise<KnownUser[]> {
  const { access, em } = context;
  const candidates = among ? { id: { $in: [...among] } } : await mayHold(context, where);
  const users = await em.find(KnownUser, candidates, { orderBy: { id: 'asc' } });
  const memberships = await em.find(KnownMember, { userId: { $in: users.map(({ id }) => id) } });
  const groups = Map.groupBy(memberships, ({ userId }) => userId);
  return users.filter(({ id, rootRole }) => {
    const user = principalOf(
      id,
      rootRole ?? null,
      (groups.get(id) ?? []).map(({ groupId }) => groupId),
    );
    return access.allows(user, permissions, where) && access.sees(user, where.project);
  });
}

/** Condition that matches all users who may approve and few others, to avoid reading all users. */
async function mayHold({ access, em }: Reading, where: Where) {
  const tables = tablesOf(em);
  const roles = await tables.selectFrom('known_user').select('root_role').distinct().execute();
  const groups = await tables.selectFrom('known_member').select('group_id').distinct().execute();
  const rootRoles = roles.flatMap(({ root_role: role }) =>
    access.allows(principalOf(null, role, []), permissions, where) ? (role ?? []) : [],
  );
  const allowed = groups.flatMap(({ group_id: id }) => (access.allows(principalOf(noUser, null, [id]), permissions, where) ? id : []));
  const members = await em.find(KnownMember, { groupId: { $in: allowed } });
  const ids = new Set([...access.members(where.project).keys(), ...members.map(({ userId }) => userId)]);
  return { $or: [{ rootRole: { $in: rootRoles } }, { id: { $in: [...ids] } }] };
}

const noUser = 0;
const maxNotified = 100;

/** Ids of the users who are notified that the request waits for approval: the requested reviewers, otherwise all who may approve. */
export async function reviewersToNotify(context: Reading, request: ChangeRequest): Promise<number[]> {
  const requested = await findRequestedApprovers(context.em, request.id);
  const reviewers = requested.length > 0 ? requested : await availableReviewers(context, request);
  return reviewers.flatMap(({ id }) => (id === request.createdByUserId ? [] : id)).slice(0, maxNotified);
}
