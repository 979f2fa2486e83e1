import { principalKey } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeRequest, isAuthor, isReasonDue } from '../request/change-request.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { FoundChangeRequest, serializeFound } from './found-change-request.ts';
import { findWaiting, visibleTo } from './waiting.ts';

const maxFirst = 5;
const maxScheduled = 1000;

/** The total, and the first few. */
export const InboxPart = Type.Object({ total: Type.Integer(), first: Type.Array(FoundChangeRequest, { maxItems: maxFirst }) });

/** Change requests of all projects that concern the caller. */
const Inbox = Type.Object({
  /** Waiting for the caller to approve or apply them. */
  reviews: InboxPart,
  /** Direct writes that the caller has to review, or to give a reason for. */
  emergencies: InboxPart,
  /** The caller's own drafts. */
  drafts: InboxPart,
  /** Proposed by the caller, or cancellable by the caller, next first. */
  scheduled: InboxPart,
});

export const getInboxRoute = route(
  {
    method: 'get',
    path: '/api/admin/inbox',
    summary: 'Get the caller’s inbox across all projects: the number of items of each kind, and the first five',
    permission: 'authenticated',
    answers: { 200: Inbox },
    failures: [],
  },
  (_input, context) => getInbox(context),
);

async function getInbox(context: ReadContext): Promise<Static<typeof Inbox>> {
  const waiting = await findWaiting(context);
  const own = { ...visibleTo(context), author: principalKey(context.actor) };
  const unexplained = await findNewest(context, { ...own, review: { $ne: null }, title: null });
  return {
    reviews: await partOf(
      context,
      waiting.filter(({ state }) => state !== 'Applied'),
    ),
    emergencies: await partOf(context, [...unexplained.filter(isReasonDue), ...waiting.filter(({ state }) => state === 'Applied')]),
    drafts: await partOf(context, await findNewest(context, { ...own, state: 'Draft' })),
    scheduled: await partOf(context, await findScheduledFor(context)),
  };
}

const findNewest = ({ em }: ReadContext, where: object): Promise<ChangeRequest[]> =>
  em.find(ChangeRequest, where, { orderBy: { id: 'desc' }, limit: maxScheduled });

async function findScheduledFor(context: ReadContext): Promise<ChangeRequest[]> {
  const { em, access, actor } = context;
  const schedules = await em.find(RequestSchedule, {}, { orderBy: { scheduledAt: 'asc', requestId: 'asc' }, limit: maxScheduled });
  const ids = schedules.map(({ requestId }) => requestId);
  const requests = await em.find(ChangeRequest, { ...visibleTo(context), state: 'Scheduled', id: { $in: ids } });
  return requests
    .filter(
      (request) =>
        isAuthor(context, request) ||
        access.allows(actor, ['APPLY_CHANGE_REQUEST'], { project: request.project, environment: request.environment }),
    )
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

const partOf = async ({ em }: ReadContext, requests: readonly ChangeRequest[]) => ({
  total: requests.length,
  first: await serializeFound(em, requests.slice(0, maxFirst)),
});
