import { type ChangesetOutput, Failure, principalKey, type Protection, type Reviewers } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { mayApprove } from '../base/may-approve.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval, Rejection } from '../request/decisions.ts';
import type { ProposedChange } from '../request/proposed-change.ts';

/**
 * Reach of a request: the share of evaluated contexts (0 to 1) with a different result, and the features that it cannot be
 * measured for.
 */
export interface Reach {
  readonly share: number;
  readonly unmeasured: readonly string[];
}

/** Number of required approvals: one more if the reach exceeds `secondApprovalAbove` or is unknown. */
export function approvalsNeeded(
  { minApprovals }: Pick<ChangeRequest, 'minApprovals'>,
  { secondApprovalAbove }: Protection,
  impact: Reach | null,
): number {
  if (secondApprovalAbove === null || impact === null) return minApprovals;
  return impact.share > secondApprovalAbove || impact.unmeasured.length > 0 ? minApprovals + 1 : minApprovals;
}

/** The content of a request, to which approvals are bound. */
export interface Content {
  readonly request: ChangeRequest;
  readonly changes: readonly ProposedChange[];
  readonly hash: string;
}

/** The requirements of one protected environment. */
export type Demand = NonNullable<ChangesetOutput['demands']>[number];

/** Approvals of exactly this content that count in all these environments. */
export const countingApprovals = (content: Content, approvals: readonly Approval[], demands: readonly Demand[]): Approval[] =>
  approvals.filter(
    ({ contentHash, userId, roles, groups }) =>
      contentHash === content.hash &&
      demands.every(
        ({ protection }) =>
          (protection.selfApproval || !hasShaped(content, `user:${userId}`, `service-account:${userId}`)) &&
          isReviewer(protection.reviewers, { roles, groups }),
      ),
  );

/** True if any of these principals proposed, edited or removed part of the content. */
const hasShaped = ({ request, changes }: Content, ...keys: readonly string[]): boolean =>
  [request.author, ...(request.shapedBy ?? []), ...changes.map(({ author }) => author)].some((key) => keys.includes(key));

/** Approvals by users who may still approve in all these environments. */
export async function standingApprovals(
  context: Pick<Context, 'access' | 'actor' | 'em'>,
  { project }: ChangeRequest,
  { approvals, demands }: { readonly approvals: readonly Approval[]; readonly demands: readonly Demand[] },
): Promise<Approval[]> {
  let standing = approvals;
  for (const { environment } of demands) {
    if (standing.length === 0) break;
    const among = standing.map(({ userId }) => userId);
    const reviewers = new Set(await mayApprove(context, { project, environment }, among));
    standing = standing.filter(({ userId }) => reviewers.has(userId));
  }
  return [...standing];
}

const isReviewer = (reviewers: Reviewers | null, { roles, groups }: Reviewers): boolean =>
  reviewers === null || roles.some((role) => reviewers.roles.includes(role)) || groups.some((group) => reviewers.groups.includes(group));

type Caller = Pick<OpenContext, 'access' | 'actor'>;

/** Roles and groups of the caller in the project. */
const rightsIn = ({ access, actor }: Caller, project: string): Reviewers => ({
  roles: [...access.rolesIn(actor, project).map(({ id }) => id), ...(actor.rootRole === null ? [] : [actor.rootRole])],
  groups: [...actor.groups],
});

/** Throws 403 for an approval that would not count: by a user who contributed to the request, or who is no reviewer in the environment. */
export function refuseApproval(context: Caller, content: Content, { environment, protection }: Demand): void {
  const { request } = content;
  if (!protection.selfApproval && hasShaped(content, principalKey(context.actor)))
    throw new Failure('ForbiddenError', 'You cannot approve a change request that you created or edited. Ask another user to review it.');
  const { reviewers } = protection;
  if (isReviewer(reviewers, rightsIn(context, request.project))) return;
  const roles = reviewers?.roles.length ? [`holders of the roles ${reviewers.roles.join(', ')}`] : [];
  const groups = reviewers?.groups.length ? [`members of the groups ${reviewers.groups.join(', ')}`] : [];
  throw new Failure(
    'ForbiddenError',
    `Only ${[...roles, ...groups].join(' and ')} can approve changes in environment ${environment} of project ${request.project}.`,
    { extra: { reviewers } },
  );
}

/** Adds the caller's approval; false if it exists already. */
export async function addApproval(context: Context, { request, hash }: Content): Promise<boolean> {
  const { em, actor, now } = context;
  const userId = actor.id ?? 0;
  const given = await em.findOne(Approval, { requestId: request.id, userId });
  if (given?.contentHash === hash) return false;
  const fields = { userName: actor.name, contentHash: hash, ...rightsIn(context, request.project), createdAt: now() };
  if (given) Object.assign(given, fields);
  else em.create(Approval, { requestId: request.id, userId, ...fields });
  await em.flush();
  return true;
}

/** Adds the caller's rejection. API tokens leave none. */
export async function addRejection({ em, actor, now }: Context, { id }: ChangeRequest): Promise<void> {
  if (actor.id === null) return;
  em.create(Rejection, { requestId: id, userId: actor.id, userName: actor.name, createdAt: now() });
}
