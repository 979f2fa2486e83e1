import { type ChangesetOutput, Failure, principalKey, type Protection, type Reviewers } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { mayApprove } from '../base/may-approve.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval, Rejection } from '../request/decisions.ts';
import type { ProposedChange } from '../request/proposed-change.ts';

/** How far a request reaches: the share of evaluated contexts, 0 to 1, that get another answer, and the features it says nothing about. */
export interface Reach {
  readonly share: number;
  readonly unmeasured: readonly string[];
}

/** How many approvals a request needs: one more if it reaches further than `secondApprovalAbove`, or if its reach is unknown. */
export function approvalsNeeded(
  { minApprovals }: Pick<ChangeRequest, 'minApprovals'>,
  { secondApprovalAbove }: Protection,
  impact: Reach | null,
): number {
  if (secondApprovalAbove === null || impact === null) return minApprovals;
  return impact.share > secondApprovalAbove || impact.unmeasured.length > 0 ? minApprovals + 1 : minApprovals;
}

/** A request with what it would change, as an approval sees it. */
export interface Content {
  readonly request: ChangeRequest;
  readonly changes: readonly ProposedChange[];
  readonly hash: string;
}

/** What one protected environment demands. */
export type Demand = NonNullable<ChangesetOutput['demands']>[number];

/** The approvals of exactly this content that count now, in each environment that decides. */
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

/** Whether one of these proposed, edited or removed any part of it. */
const hasShaped = ({ request, changes }: Content, ...keys: readonly string[]): boolean =>
  [request.author, ...(request.shapedBy ?? []), ...changes.map(({ author }) => author)].some((key) => keys.includes(key));

/** The approvals by users who still may approve in every environment that decides. */
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

type Who = Pick<OpenContext, 'access' | 'actor'>;

/** What whoever asks holds in the project, beyond permissions. */
const rightsIn = ({ access, actor }: Who, project: string): Reviewers => ({
  roles: [...access.rolesIn(actor, project).map(({ id }) => id), ...(actor.rootRole === null ? [] : [actor.rootRole])],
  groups: [...actor.groups],
});

/** 403 for an approval that would not count in the environment: by somebody who shaped the request, or who is no reviewer there. */
export function refuseApproval(context: Who, content: Content, { environment, protection }: Demand): void {
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

/** Adds the approval of whoever asks; false where it is there already. */
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

/** Adds the rejection of whoever asks; API tokens have none to show. */
export async function addRejection({ em, actor, now }: Context, { id }: ChangeRequest): Promise<void> {
  if (actor.id === null) return;
  em.create(Rejection, { requestId: id, userId: actor.id, userName: actor.name, createdAt: now() });
}
