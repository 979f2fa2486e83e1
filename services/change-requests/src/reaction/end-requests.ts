import { changeRequestCancelled } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { ChangeRequest } from '../request/change-request.ts';
import { whereOf } from '../request/move.ts';
import { closedStates } from '../request/state-machine.ts';

/** Deletes the requests of a deleted project or environment, and publishes the cancellation of open ones. */
export async function endRequests(
  context: Context,
  where: { readonly project: string; readonly environment?: string } | { readonly environment: string },
): Promise<void> {
  const open = await context.em.find(ChangeRequest, { ...where, state: { $nin: [...closedStates] } }, { orderBy: { id: 'asc' } });
  for (const request of open) context.publish(changeRequestCancelled, { ...whereOf(request), data: { changeRequestId: request.id } });
  await context.em.nativeDelete(ChangeRequest, where);
}
