import { Failure } from './failure.ts';
import type { Protection, Reviewers } from './protection.ts';

/** A user whose approval counts or not, with the roles in the project and the groups that make reviewers. */
export interface Approver extends Reviewers {
  readonly userId: number;
}

/** Content that is approved in a protected environment. */
export interface Approvable {
  readonly project: string;
  readonly environment: string;
  readonly protection: Protection;
  /** `principalKey` of everyone who proposed, edited or removed part of it. */
  readonly shapedBy: readonly string[];
  /** The content as its authors read about it: `a change request that you created or edited`. */
  readonly own: string;
}

/** The reason why the approval does not count: its user contributed to the content, or is no reviewer in the environment. Null if it counts. */
export function approvalProblem({ project, environment, protection, shapedBy, own }: Approvable, approver: Approver): Failure | null {
  const { selfApproval, reviewers } = protection;
  const hasShaped = ['user', 'service-account'].some((kind) => shapedBy.includes(`${kind}:${approver.userId}`));
  if (hasShaped && !selfApproval) return new Failure('ForbiddenError', `You cannot approve ${own}. Ask another user to review it.`);
  if (isReviewer(reviewers, approver)) return null;
  const roles = reviewers?.roles.length ? [`holders of the roles ${reviewers.roles.join(', ')}`] : [];
  const groups = reviewers?.groups.length ? [`members of the groups ${reviewers.groups.join(', ')}`] : [];
  return new Failure(
    'ForbiddenError',
    `Only ${[...roles, ...groups].join(' and ')} can approve changes in environment ${environment} of project ${project}.`,
    { extra: { reviewers } },
  );
}

const isReviewer = (reviewers: Reviewers | null, { roles, groups }: Reviewers): boolean =>
  reviewers === null || roles.some((role) => reviewers.roles.includes(role)) || groups.some((group) => reviewers.groups.includes(group));
