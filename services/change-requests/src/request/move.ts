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
import type { ChangeRequest } from './change-request.ts';
import { Approval } from './decisions.ts';
import { storeContent } from './proposed-change.ts';
import { RequestSchedule } from './request-schedule.ts';
import type { Transition } from './state-machine.ts';

/** What moves state. That changes come and go is stated with them. */
export const moveEvents = [
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

/** The events that tell more than which request moved. */
const tellMore: readonly string[] = [
  changeRequestScheduled.type,
  changeRequestScheduledApplicationSuccess.type,
  changeRequestScheduledApplicationFailure.type,
];

/**
 * Moves the request, which is locked, and states what the transition says; `more` is what those of schedules tell beyond the request. A
 * schedule ends with the state that it belongs to: the job that looks for what is due finds no others.
 */
export async function move(context: Context, request: ChangeRequest, { to, events }: Transition, more: object = {}): Promise<void> {
  if (to === null) throw new Error('nothing is left to move');
  if (request.state === 'Scheduled' && to !== 'Scheduled') await context.em.nativeDelete(RequestSchedule, { requestId: request.id });
  if (request.state !== to) request.enter(to, context.now());
  for (const type of events) {
    const event = byType.get(type);
    if (!event) throw new Error(`${type} is stated by no move`);
    context.publish(event, { ...whereOf(request), data: { changeRequestId: request.id, ...(tellMore.includes(type) && more) } });
  }
}

export const whereOf = ({ project, environment }: Pick<ChangeRequest, 'project' | 'environment'>) => ({ project, environment });

/** Voids the approvals, because the changes are others, and notes who changed them. `effectsHash` is that of the examination, if there was one. */
export async function moveByEdit(context: Context, request: ChangeRequest, transition: Transition, effectsHash?: string): Promise<void> {
  await context.em.nativeDelete(Approval, { requestId: request.id });
  request.shapedBy = [...new Set([...(request.shapedBy ?? []), principalKey(context.actor)])];
  await storeContent(context.em, request, effectsHash);
  await move(context, request, transition);
}
