import {
  changeRequestApplied,
  changeRequestApprovalAdded,
  changeRequestApproved,
  changeRequestCancelled,
  changeRequestRejected,
  changeRequestScheduled,
  changeRequestSentToReview,
  CommentText,
  DateTime,
  readComment,
  writeRevision,
} from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { applyRequest } from './apply-request.ts';
import { noteElsewhere } from '../change/protected.ts';
import { completeImported } from '../change/complete-imported.ts';
import { refreshTouches } from '../change/store-changes.ts';
import { addComment, refuseFull } from './add-comment.ts';
import { addApproval, addRejection, demandsByProject } from './approvals.ts';
import { reviewersToNotify } from './available-reviewers.ts';
import { dryRunNow } from './dry-run-now.ts';
import { type DryRunResult, readFacts } from './read-facts.ts';
import { dependsOnToggles, type Facts, refuseUnmet, standingOf } from './requirements.ts';
import { ChangeRequestShape, requestParams } from '../request/change-request.schema.ts';
import {
  type ChangeRequest,
  findRequest,
  lockRequest,
  type RequestKey,
  refuseWhileApplied,
  requiredApprovalsOf,
} from '../request/change-request.ts';
import { Approval } from '../tables/decision.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { move } from '../request/move.ts';
import { serializeRequest } from '../request/serialize-request.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { requestedStates, closedStates, type Transition } from '../request/state-machine.ts';

const Requested = Type.Object({
  state: Type.Enum([...requestedStates]),
  /** Time of the application; required for `Scheduled`, ignored otherwise. */
  scheduledAt: Type.Optional(DateTime),
  comment: Type.Optional(CommentText),
  /** Content that the caller has reviewed. If it has changed, the move is refused with 409. */
  contentHash: Type.Optional(Type.String({ maxLength: 64 })),
});
type Requested = Static<typeof Requested>;

export const changeStateRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/state',
    summary: 'Submit, approve, reject, cancel, schedule or apply a change request',
    permission: 'authenticated',
    params: requestParams,
    body: Requested,
    answers: { 200: ChangeRequestShape },
    headers: { 'X-Revision': 'The revision that applying the changes created.' },
    failures: ['BadDataError', 'ConflictError', 'ForbiddenError', 'NotFoundError', 'UnavailableError', 'ValidationError'],
    events: [
      changeRequestSentToReview,
      changeRequestApprovalAdded,
      changeRequestApproved,
      changeRequestRejected,
      changeRequestCancelled,
      changeRequestApplied,
      changeRequestScheduled,
    ],
    transaction: { none: 'because toggles validates and applies the changes', repetitions: 'replayed' },
  },
  ({ params, body }, context) => changeState(context, params, body),
);

async function changeState(context: OpenContext, key: RequestKey, requested: Requested): Promise<Reply<ChangeRequestShape>> {
  const request = await findRequest(context, key);
  const legal = legalMoves(context, request, requested.state);
  refuseWhileApplied(request);
  const comment = readComment(requested.comment ?? '', 'comment');
  if (comment !== '') refuseFull(request);
  const dryRunResult = needsDryRun(legal) || requested.contentHash !== undefined ? await dryRunNow(context, request) : null;
  if (requested.state === 'Applied' && dryRunResult) {
    const raised = await applyRequest(context, key, { dryRunResult, expected: requested.contentHash });
    const applied = await context.write((unit) => finishWithComment(unit, key, comment));
    return new Reply(applied, { headers: raised ? { 'x-revision': writeRevision(raised) } : {} });
  }
  return new Reply(await context.write((unit) => moveRequest(unit, key, { ...requested, comment, dryRunResult })));
}

/** The response includes the findings of toggles unless the request ends up closed. */
const needsDryRun = (legal: readonly Transition[]): boolean =>
  legal.some(({ to, requires }) => (to !== null && !closedStates.includes(to)) || requires.some(dependsOnToggles));

async function finishWithComment(context: Context, key: RequestKey, comment: string): Promise<ChangeRequestShape> {
  const request = await lockRequest(context, key);
  if (comment !== '') addComment(context, request, comment);
  await context.em.flush();
  return serializeRequest(context.em, request);
}

/** A requested move, with its trimmed comment and the dry run of the request's content. */
interface Ask extends Requested {
  readonly comment: string;
  readonly dryRunResult: DryRunResult | null;
}

/** Moves the request to the requested state, if the caller may and all requirements are met. */
export async function moveRequest(context: Context, key: RequestKey, ask: Ask): Promise<ChangeRequestShape> {
  const { em } = context;
  const request = await lockRequest(context, key);
  const legal = legalMoves(context, request, ask.state);
  refuseWhileApplied(request);
  const scheduledAt = ask.scheduledAt === undefined ? null : new Date(ask.scheduledAt);
  const facts = await readFacts(context, request, { dryRunResult: ask.dryRunResult, expected: ask.contentHash, scheduledAt });
  if (ask.dryRunResult) request.contentHash = facts.content.hash;
  if (ask.dryRunResult) await completeImported(context, request, ask.dryRunResult.output);
  request.minApprovals = requiredApprovalsOf(request, ask.dryRunResult?.output.protection ?? null);
  if (ask.dryRunResult) noteElsewhere(request, ask.dryRunResult.output);
  const first = transitionIn(legal, facts);
  refuseUnmet(first.requires, facts);
  if (ask.comment !== '') addComment(context, request, ask.comment);
  if (ask.state === 'Scheduled' && ask.dryRunResult) await refreshTouches(em, facts.content.changes, ask.dryRunResult.output);
  const transition = await (ask.state === 'Approved' ? approve(context, facts, legal) : decide(context, request, first));
  if (transition) await move(context, request, transition, await detailsOf(context, request, transition, { ...ask, scheduledAt }));
  await em.flush();
  const outcome = closedStates.includes(request.state) ? null : (ask.dryRunResult?.output ?? null);
  return serializeRequest(em, request, outcome);
}

/** Data of the transition's events: the time of a schedule, or the reviewers of a submitted request. */
async function detailsOf(
  context: Context,
  request: ChangeRequest,
  { to, events }: Transition,
  { scheduledAt, dryRunResult }: Pick<Ask, 'dryRunResult'> & { readonly scheduledAt: Date | null },
): Promise<object> {
  if (to === 'Scheduled' && scheduledAt) return schedule(context, request, scheduledAt, dryRunResult);
  return events.includes(changeRequestSentToReview.type) ? { reviewers: await reviewersToNotify(context, request) } : {};
}

/** The first transition for an environment that is protected as this one is; the first of all if there is none. */
function transitionIn(legal: readonly [Transition, ...Transition[]], { outcome }: Facts): Transition {
  const isFree = outcome?.protection === null;
  return legal.find(({ when }) => (when === 'its environment is not protected') === isFree) ?? legal[0];
}

/** Null if the user has already approved this content: nothing moves. */
async function approve(context: Context, facts: Facts, legal: readonly Transition[]): Promise<Transition | null> {
  if (!(await addApproval(context, facts.content))) return null;
  const { request } = facts.content;
  const approvals = await context.em.find(Approval, { requestId: request.id });
  const demands = await demandsByProject(context, request, { approvals, demands: facts.demands.flatMap((own) => own.demands) });
  const { missing } = standingOf({ ...facts, demands });
  const when = missing > 0 ? 'approvals are missing' : 'approvals are complete';
  return legal.find((transition) => transition.when === undefined || transition.when === when) ?? null;
}

/** Replaces an earlier schedule and its failure. */
async function schedule(
  { em, actor: scheduledBy }: Context,
  { id: requestId }: ChangeRequest,
  scheduledAt: Date,
  dryRunResult: DryRunResult | null,
): Promise<{ scheduledDate: string }> {
  const togglesPosition = dryRunResult?.output.position ?? null;
  const fresh = { status: 'pending', failureReason: null, orphaned: false } as const;
  await em.upsert(RequestSchedule, { requestId, scheduledAt, scheduledBy, togglesPosition, ...fresh });
  return { scheduledDate: scheduledAt.toISOString() };
}

async function decide(context: Context, request: ChangeRequest, transition: Transition): Promise<Transition> {
  if (transition.to === 'Rejected') await addRejection(context, request);
  return transition;
}
