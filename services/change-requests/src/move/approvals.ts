import { type Approvable, approvalProblem, type ChangesetOutput, Failure, type Principal, type Protection } from '@signalbox/contracts';
import { approverIn, type Context, noAccess, type OpenContext } from '@signalbox/kit';
import { currentPrincipals } from '../base/current-principals.ts';
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
export type Demand = Required<NonNullable<ChangesetOutput['demands']>[number]>;

/** An approval with the rights that make its user a reviewer. */
type Standing = Pick<Approval, 'userId' | 'roles' | 'groups' | 'contentHash'>;

/** The affected protected environments of one project, which has reviewers of its own, and the approvals by users who may approve in all of them. */
export interface ProjectDemands {
  readonly project: string;
  readonly demands: readonly Demand[];
  readonly approvals: readonly Standing[];
}

/** Approvals of exactly this content that count in the project. */
export const countingApprovals = (content: Content, { demands, approvals }: ProjectDemands): Standing[] =>
  approvals.filter(
    (approval) =>
      approval.contentHash === content.hash && demands.every((demand) => approvalProblem(approvableOf(content, demand), approval) === null),
  );

const approvableOf = ({ request, changes }: Content, demand: Demand): Approvable => ({
  ...demand,
  shapedBy: authorsOf(request, changes),
  own: 'a change request that you created or edited',
});

/** `principalKey` of everyone who proposed, edited or removed part of the content. */
export const authorsOf = ({ author, shapedBy }: ChangeRequest, changes: readonly ProposedChange[]): string[] => [
  ...new Set([author, ...(shapedBy ?? []), ...changes.map((change) => change.author)]),
];

/**
 * The demands by project, that of the request first. Rights in the project of the request are those at the time of the approval, rights in
 * other projects are current ones. The permission to approve is always a current one.
 */
export async function demandsByProject(
  context: Pick<Context, 'access' | 'actor' | 'em'>,
  request: ChangeRequest,
  { approvals, demands }: { readonly approvals: readonly Approval[]; readonly demands: readonly Demand[] },
): Promise<ProjectDemands[]> {
  const { access } = context;
  const principals = await currentPrincipals(
    context,
    approvals.map(({ userId }) => userId),
  );
  const standing = (project: string, own: readonly Demand[]): Standing[] =>
    approvals.flatMap((approval) => {
      const principal = principals.get(approval.userId);
      if (!principal || !own.every(({ environment }) => access.allows(principal, ['APPROVE_CHANGE_REQUEST'], { project, environment })))
        return [];
      return project === request.project ? approval : { ...approverIn(access, principal, project), contentHash: approval.contentHash };
    });
  const byProject = [...Map.groupBy(demands, ({ project }) => project)];
  return byProject
    .toSorted(([project]) => (project === request.project ? -1 : 0))
    .map(([project, own]) => ({ project, demands: own, approvals: standing(project, own) }));
}

/** The reason why an approval by the caller would not count in the project; null if it would. */
export function approverProblem(
  { access, actor }: Pick<OpenContext, 'access' | 'actor'>,
  content: Content,
  { project, demands }: ProjectDemands,
): Failure | null {
  const mayNot = (principal: Principal) =>
    demands.find(({ environment }) => !access.allows(principal, ['APPROVE_CHANGE_REQUEST'], { project, environment }));
  const lacking = mayNot(actor);
  if (lacking) return noAccess(['APPROVE_CHANGE_REQUEST'], { project, environment: lacking.environment });
  if (actor.kind === 'service-account' && mayNot({ ...actor, rootRole: null })) return onlyByRootRole(actor, project);
  const approver = approverIn(access, actor, project);
  return demands.reduce<Failure | null>((found, demand) => found ?? approvalProblem(approvableOf(content, demand), approver), null);
}

/** Nothing reports changes of the root roles of service accounts to this service. */
const onlyByRootRole = ({ name }: Principal, project: string): Failure =>
  new Failure(
    'ForbiddenError',
    `Service accounts cannot approve through their root role. Grant ${name} a role with APPROVE_CHANGE_REQUEST in project ${project}.`,
  );

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
