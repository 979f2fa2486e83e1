import { LockMode } from '@mikro-orm/core';
import { changeRequestDiscarded, principalKey, type serviceAccountDeleted, type userDeleted } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownMember, KnownUser } from '../base/known-user.ts';
import { addComment } from '../move/add-comment.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { move, whereOf } from '../request/move.ts';
import { Approval } from '../tables/decision.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { activeStates, transitions } from '../request/state-machine.ts';
import { RequestedApprover } from '../move/requested-approver.ts';

type Deleted = ReceivedEvent<typeof userDeleted | typeof serviceAccountDeleted>;

/**
 * Ends the open requests of a deleted user and removes requested reviews. Closed requests and comments keep the user's name.
 * Scheduled requests get a comment, and are still applied if somebody approved them (decision 62).
 */
export async function onUserDeleted(context: Context, { preData }: Deleted): Promise<void> {
  const { em } = context;
  const { id } = preData as { readonly id: number };
  await giveUp(context, id);
  for (const schedule of await em.findAll(RequestSchedule))
    if (schedule.scheduledBy.id === id && !schedule.orphaned) await commentOnOrphan(context, schedule);
  await em.nativeDelete(RequestedApprover, { userId: id });
  await em.nativeDelete(KnownMember, { userId: id });
  await em.nativeDelete(KnownUser, { id });
}

/** Deletes drafts, and cancels requests in review or approved. */
async function giveUp(context: Context, id: number): Promise<void> {
  const { em } = context;
  const authors = (['user', 'service-account'] as const).map((kind) => principalKey({ ...context.actor, kind, id }));
  const requests = await em.find(
    ChangeRequest,
    { author: { $in: authors }, state: { $in: [...activeStates] } },
    { orderBy: { id: 'asc' } },
  );
  for (const request of requests) {
    const transition = transitions.find(({ from, trigger }) => from === request.state && trigger === 'Cancelled');
    if (request.state === 'Draft') {
      em.remove(request);
      context.publish(changeRequestDiscarded, { ...whereOf(request), preData: { changeRequestId: request.id } });
    } else if (transition && request.applyingSince === null) await move(context, request, transition);
  }
}

async function commentOnOrphan(context: Context, schedule: RequestSchedule): Promise<void> {
  const { requestId: id, scheduledBy, status } = schedule;
  const request = await context.em.findOne(ChangeRequest, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (request?.state !== 'Scheduled') return;
  schedule.orphaned = true;
  const isApproved = (await context.em.count(Approval, { requestId: id })) > 0;
  const outlook = isApproved
    ? ' It will still be applied at its time unless someone rejects it.'
    : ' It will fail at its time unless someone approves it or schedules it again.';
  const deleted = `The account of ${scheduledBy.name}, who scheduled this change request, was deleted.`;
  addComment(context, request, `${deleted}${status === 'pending' ? outlook : ''}`);
}
