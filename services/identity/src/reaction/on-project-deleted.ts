import { resourcePurged, type projectDeleted } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { withdrawGrants } from '../access/grant/withdraw-grants.ts';
import { removeProjectFromTokens } from '../credential/token/remove-scope.ts';
import { deleteWorkloadIdentitiesOf } from '../workload/administration/delete-workload-identity.ts';
import { Notification } from '../tables/notification.ts';
import { KnownProject } from '../tables/projection.ts';

/**
 * Another project may get the same name: it must not inherit anything. The id of a private project stays taken, so that its history never
 * becomes visible to users who could not see it.
 */
export async function onProjectDeleted(context: Context, { preData: { id, mode } }: ReceivedEvent<typeof projectDeleted>): Promise<void> {
  const isPrivate = mode === 'private';
  await withdrawGrants(context, id); // Must be first: it locks the access version, so that concurrent grants wait.
  if (isPrivate) await context.em.upsert(KnownProject, { id, mode, deleted: true });
  else await context.em.nativeDelete(KnownProject, { id });
  await deleteWorkloadIdentitiesOf(context, id);
  await removeProjectFromTokens(context, id);
  await context.em.nativeDelete(Notification, { project: id });
  if (!isPrivate) context.publish(resourcePurged, { data: { kind: 'project', id } });
}
