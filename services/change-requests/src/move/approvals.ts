import { type Approvable, approvalProblem, type ChangesetOutput, type Protection } from '@signalbox/contracts';
import { approverIn, type Context, type OpenContext } from '@signalbox/kit';
import { mayApprove } from '../base/may-approve.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { Approval, Rejection } from '../tables/decision.ts';
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
    (approval) =>
      approval.contentHash === content.hash && demands.every((demand) => approvalProblem(approvableOf(content, demand), approval) === null),
  );

const approvableOf = ({ request, changes }: Content, demand: Demand): Approvable => ({
  project: request.project,
  ...demand,
  shapedBy: authorsOf(request, changes),
  own: 'a change request that you created or edited',
});

/** `principalKey` of everyone who proposed, edited or removed part of the content. */
export const authorsOf = ({ author, shapedBy }: ChangeRequest, changes: readonly ProposedChange[]): string[] => [
  ...new Set([author, ...(shapedBy ?? []), ...changes.map((change) => change.author)]),
];

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

/** Throws 403 for an approval that would not count: by a user who contributed to the request, or who is no reviewer in the environment. */
export function refuseApproval({ access, actor }: Pick<OpenContext, 'access' | 'actor'>, content: Content, demand: Demand): void {
  const problem = approvalProblem(approvableOf(content, demand), approverIn(access, actor, content.request.project));
  if (problem) throw problem;
}

/** Adds the caller's approval; false if it exists already. */
export async function addApproval(context: Context, { request, hash }: Content): Promise<boolean> {
  const { em, access, actor, now } = context;
  const { userId, ...rights } = approverIn(access, actor, request.project);
  const given = await em.findOne(Approval, { requestId: request.id, userId });
  if (given?.contentHash === hash) return false;
  const fields = { userName: actor.name, contentHash: hash, ...rights, createdAt: now() };
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
