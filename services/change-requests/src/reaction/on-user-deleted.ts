import { principalKey, type serviceAccountDeleted, type userDeleted } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { ChangeRequest } from '../request/change-request.ts';
import { move } from '../request/move.ts';
import { RequestSchedule } from '../request/request-schedule.ts';
import { activeStates, transitions } from '../request/state-machine.ts';

type Deleted = Stated<typeof userDeleted | typeof serviceAccountDeleted>;

/**
 * Whoever is gone proposes nothing any more: drafts go, and what waits for a review or to be applied is cancelled. What is closed is
 * history, and what is scheduled is applied all the same (decision 0065).
 */
export async function onUserDeleted(context: Context, { preData }: Deleted): Promise<void> {
  const { em } = context;
  const { id } = preData as { readonly id: number };
  const authors = ['user', 'service-account'].map((kind) => principalKey({ kind, id } as Parameters<typeof principalKey>[0]));
  const requests = await em.find(
    ChangeRequest,
    { author: { $in: authors }, state: { $in: [...activeStates] } },
    { orderBy: { id: 'asc' } },
  );
  for (const request of requests) {
    const transition = transitions.find(({ from, trigger }) => from === request.state && trigger === 'Cancelled');
    if (request.state === 'Draft') em.remove(request);
    else if (transition && request.applyingSince === null) await move(context, request, transition);
  }
  const scheduled = await em.find(ChangeRequest, { state: 'Scheduled' });
  const schedules = await em.find(RequestSchedule, { requestId: { $in: scheduled.map((request) => request.id) } });
  for (const schedule of schedules) if (schedule.scheduledBy.id === id) schedule.orphaned = true;
}
