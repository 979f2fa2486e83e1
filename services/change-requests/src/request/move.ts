import {
  changeRequestApplied,
  changeRequestApprovalAdded,
  changeRequestApproved,
  changeRequestCancelled,
  changeRequestRejected,
  changeRequestScheduled,
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  changeRequestSentToReview,
  principalKey,
} from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { type ChangeRequest, titleOf } from './change-request.ts';
import { Approval } from '../tables/decision.ts';
import { storeContent } from './proposed-change.ts';
import { RequestSchedule } from './request-schedule.ts';
import type { Transition } from './state-machine.ts';

/** Events of transitions; changes have events of their own. */
const moveEvents = [
  changeRequestSentToReview,
  changeRequestApprovalAdded,
  changeRequestApproved,
  changeRequestRejected,
  changeRequestCancelled,
  changeRequestApplied,
  changeRequestScheduled,
  changeRequestScheduledApplicationSuccess,
  changeRequestScheduledApplicationFailure,
] as const;

const byType = new Map<string, (typeof moveEvents)[number]>(moveEvents.map((event) => [event.type, event]));

/** Events with more data than the id of the request. */
const detailedEvents: readonly string[] = [
  changeRequestSentToReview.type,
  changeRequestScheduled.type,
  changeRequestScheduledApplicationSuccess.type,
  changeRequestScheduledApplicationFailure.type,
];

/** Events that name the author, who is notified, except when a draft is cancelled. A scheduled application has its own event. */
const notedEvents: readonly string[] = [
  changeRequestSentToReview.type,
  changeRequestApproved.type,
  changeRequestRejected.type,
  changeRequestCancelled.type,
  changeRequestApplied.type,
];
const scheduledType = changeRequestScheduledApplicationSuccess.type;

/**
 * Moves a locked request and publishes the events of the transition. `more` is additional data for detailed events.
 * Leaving the state Scheduled deletes the schedule.
 */
export async function move(context: Context, request: ChangeRequest, { to, events }: Transition, more: object = {}): Promise<void> {
  const { state: from } = request;
  if (to === null) throw new Error('a transition that deletes the request cannot move it');
  if (request.state === 'Scheduled' && to !== 'Scheduled') await context.em.nativeDelete(RequestSchedule, { requestId: request.id });
  if (request.state !== to) request.enter(to, context.now());
  const noted = { title: titleOf(request), author: request.createdByUserId ?? null };
  for (const type of events) {
    const event = byType.get(type);
    if (!event) throw new Error(`no transition publishes ${type}`);
    const isNoted = notedEvents.includes(type) && (from !== 'Draft' || to === 'In review') && !events.includes(scheduledType);
    context.publish(event, {
      ...whereOf(request),
      data: { changeRequestId: request.id, ...(detailedEvents.includes(type) && more), ...(isNoted && noted) },
    });
  }
}

export const whereOf = ({ project, environment }: Pick<ChangeRequest, 'project' | 'environment'>) => ({ project, environment });

/** Removes the approvals and the plan after an edit, and records the editor. `effectsHash` comes from the dry run, if any. */
export async function moveByEdit(context: Context, request: ChangeRequest, transition: Transition, effectsHash?: string): Promise<void> {
  await context.em.nativeDelete(Approval, { requestId: request.id });
  request.planHash = null;
  request.shapedBy = [...new Set([...(request.shapedBy ?? []), principalKey(context.actor)])];
  await storeContent(context.em, request, effectsHash);
  await move(context, request, transition);
}
