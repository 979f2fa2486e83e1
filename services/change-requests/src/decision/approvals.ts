import { Failure, principalKey, type Protection, type Reviewers } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval, Rejection } from '../request/decisions.ts';
import type { ProposedChange } from '../request/proposed-change.ts';

/** How far a request reaches: the share of evaluated contexts, 0 to 1, that get another answer. */
export interface Reach {
  readonly share: number;
}

/** How many approvals a request needs. A second one more where it reaches further than the environment lets one user decide. */
export function approvalsNeeded(
  { minApprovals }: Pick<ChangeRequest, 'minApprovals'>,
  { secondApprovalAbove }: Protection,
  impact: Reach | null,
): number {
  return secondApprovalAbove !== null && impact !== null && impact.share > secondApprovalAbove ? minApprovals + 1 : minApprovals;
}

/** A request with what it would change, as an approval sees it. */
export interface Content {
  readonly request: ChangeRequest;
  readonly changes: readonly ProposedChange[];
  readonly hash: string;
}

/** The approvals of exactly this content that count under what the environment demands now. */
export const countingApprovals = (content: Content, approvals: readonly Approval[], protection: Protection): Approval[] =>
  approvals.filter(
    ({ contentHash, userId, roles, groups }) =>
      contentHash === content.hash &&
      (protection.selfApproval || !hasWritten(content, `user:${userId}`, `service-account:${userId}`)) &&
      isReviewer(protection.reviewers, { roles, groups }),
  );

/** Whether one of these has proposed any part of it. */
const hasWritten = ({ request, changes }: Content, ...keys: readonly string[]): boolean =>
  [request, ...changes].some(({ author }) => keys.includes(author));

const isReviewer = (reviewers: Reviewers | null, { roles, groups }: Reviewers): boolean =>
  reviewers === null || roles.some((role) => reviewers.roles.includes(role)) || groups.some((group) => reviewers.groups.includes(group));

type Who = Pick<OpenContext, 'access' | 'actor'>;

/** What whoever asks holds in the project, beyond permissions. */
const rightsIn = ({ access, actor }: Who, project: string): Reviewers => ({
  roles: [...access.rolesIn(actor, project).map(({ id }) => id), ...(actor.rootRole === null ? [] : [actor.rootRole])],
  groups: [...actor.groups],
});

/** 403 for an approval that would not count: of what one has written oneself, and of somebody who is no reviewer there. */
export function refuseApproval(context: Who, content: Content, protection: Protection): void {
  const { request } = content;
  if (!protection.selfApproval && hasWritten(content, principalKey(context.actor)))
    throw new Failure('ForbiddenError', 'Nobody approves what they have proposed: somebody else has to look at it.');
  const { reviewers } = protection;
  if (isReviewer(reviewers, rightsIn(context, request.project))) return;
  const roles = reviewers?.roles.length ? [`holders of the roles ${reviewers.roles.join(', ')}`] : [];
  const groups = reviewers?.groups.length ? [`members of the groups ${reviewers.groups.join(', ')}`] : [];
  throw new Failure(
    'ForbiddenError',
    `In environment ${request.environment} of project ${request.project} the approvals of ${[...roles, ...groups].join(' and ')} count.`,
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
