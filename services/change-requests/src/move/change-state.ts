import {
  changeRequestApplied,
  changeRequestApprovalAdded,
  changeRequestApproved,
  changeRequestCancelled,
  changeRequestRejected,
  changeRequestScheduled,
  changeRequestSentToReview,
  DateTime,
  writeRevision,
} from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { applyRequest } from './apply-request.ts';
import { completeImported } from '../change/complete-imported.ts';
import { refreshTouches } from '../change/store-changes.ts';
import { addComment, CommentText, readComment, refuseFull } from './add-comment.ts';
import { addApproval, addRejection, standingApprovals } from './approvals.ts';
import { examineNow } from './examine-now.ts';
import { type Examination, readFacts } from './read-facts.ts';
import { dependsOnToggles, type Facts, refuseUnmet, standingOf } from './requirements.ts';
import { ChangeRequestShape, requestParams } from '../request/change-request.schema.ts';
import { type ChangeRequest, findRequest, lockRequest, type RequestKey, refuseWhileApplied } from '../request/change-request.ts';
import { Approval } from '../request/decisions.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { move } from '../request/move.ts';
import { presentRequest } from '../request/present-request.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { askedStates, closedStates, type Transition } from '../request/state-machine.ts';

const Asked = Type.Object({
  state: Type.Enum([...askedStates]),
  /** When the clock shall apply it; only to schedule it, and required for that. */
  scheduledAt: Type.Optional(DateTime),
  comment: Type.Optional(CommentText),
  /** What the caller has looked at: if the changes are others by now, the move is refused with 409. */
  contentHash: Type.Optional(Type.String({ maxLength: 64 })),
});
type Asked = Static<typeof Asked>;

export const changeStateRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/state',
    summary: 'Submit, approve, reject, cancel, schedule or apply a change request',
    permission: 'authenticated',
    params: requestParams,
    body: Asked,
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
    transaction: { none: 'because toggles says what would become of the changes, and carries them out', repetitions: 'replayed' },
  },
  ({ params, body }, context) => changeState(context, params, body),
);

async function changeState(context: OpenContext, key: RequestKey, asked: Asked): Promise<Reply<ChangeRequestShape>> {
  const request = await findRequest(context, key);
  const legal = legalMoves(context, request, asked.state);
  refuseWhileApplied(request);
  const comment = readComment(asked.comment ?? '', 'comment');
  if (comment !== '') refuseFull(request);
  const examination = isExaminedFor(legal) || asked.contentHash !== undefined ? await examineNow(context, request) : null;
  if (asked.state === 'Applied' && examination) {
    const raised = await applyRequest(context, key, { examination, expected: asked.contentHash });
    const applied = await context.write((unit) => comeToEnd(unit, key, comment));
    return new Reply(applied, { headers: raised ? { 'x-revision': writeRevision(raised) } : {} });
  }
  return new Reply(await context.write((unit) => moveRequest(unit, key, { ...asked, comment, examination })));
}

/** The answer to all but a request that has met its end tells what toggles says of it. */
const isExaminedFor = (legal: readonly Transition[]): boolean =>
  legal.some(({ to, requires }) => (to !== null && !closedStates.includes(to)) || requires.some(dependsOnToggles));

async function comeToEnd(context: Context, key: RequestKey, comment: string): Promise<ChangeRequestShape> {
  const request = await lockRequest(context, key);
  if (comment !== '') addComment(context, request, comment);
  await context.em.flush();
  return presentRequest(context.em, request);
}

interface Ask extends Asked {
  readonly comment: string;
  readonly examination: Examination | null;
}

async function moveRequest(context: Context, key: RequestKey, ask: Ask): Promise<ChangeRequestShape> {
  const { em } = context;
  const request = await lockRequest(context, key);
  const legal = legalMoves(context, request, ask.state);
  refuseWhileApplied(request);
  const scheduledAt = ask.scheduledAt === undefined ? null : new Date(ask.scheduledAt);
  const facts = await readFacts(context, request, { examination: ask.examination, expected: ask.contentHash, scheduledAt });
  if (ask.examination) request.contentHash = facts.content.hash;
  if (ask.examination) await completeImported(context, request, ask.examination.output);
  refuseUnmet(legal[0].requires, facts);
  if (ask.comment !== '') addComment(context, request, ask.comment);
  if (ask.state === 'Scheduled' && ask.examination) await refreshTouches(em, facts.content.changes, ask.examination.output);
  const transition = await (ask.state === 'Approved' ? approve(context, facts, legal) : decide(context, request, legal[0]));
  if (transition)
    await move(
      context,
      request,
      transition,
      transition.to === 'Scheduled' && scheduledAt ? await schedule(context, request, scheduledAt, ask.examination) : {},
    );
  await em.flush();
  const examined = closedStates.includes(request.state) ? null : (ask.examination?.output ?? null);
  return presentRequest(em, request, examined);
}

/** Null where the user has approved it before: nothing moves. */
async function approve(context: Context, facts: Facts, legal: readonly Transition[]): Promise<Transition | null> {
  if (!(await addApproval(context, facts.content))) return null;
  const { request } = facts.content;
  const approvals = await standingApprovals(context, request, {
    approvals: await context.em.find(Approval, { requestId: request.id }),
    demands: facts.demands,
  });
  const { missing } = standingOf({ ...facts, approvals });
  const when = missing > 0 ? 'approvals are missing' : 'approvals are complete';
  return legal.find((transition) => transition.when === undefined || transition.when === when) ?? null;
}

/** Another time takes the place of the one before, and what was wrong with that is forgotten. */
async function schedule(
  { em, actor: scheduledBy }: Context,
  { id: requestId }: ChangeRequest,
  scheduledAt: Date,
  examination: Examination | null,
): Promise<{ scheduledDate: string }> {
  const togglesPosition = examination?.output.position ?? null;
  const fresh = { status: 'pending', failureReason: null, orphaned: false } as const;
  await em.upsert(RequestSchedule, { requestId, scheduledAt, scheduledBy, togglesPosition, ...fresh });
  return { scheduledDate: scheduledAt.toISOString() };
}

async function decide(context: Context, request: ChangeRequest, transition: Transition): Promise<Transition> {
  if (transition.to === 'Rejected') await addRejection(context, request);
  return transition;
}
