import { resourcePurged, type projectDeleted } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { withdrawGrants } from '../access/group/withdraw-grants.ts';
import { removeProjectFromTokens } from '../credential/token/remove-scope.ts';
import { deleteWorkloadIdentitiesOf } from '../workload/administration/delete-workload-identity.ts';
import { KnownProject } from '../base/projection/known-scope.ts';

/**
 * A project of the same name may come again: nothing of the old one may count there. One that was private is remembered
 * for ever and its id stays taken, so that its history is never shown to those who could not see the project.
 */
export async function onProjectDeleted(context: Context, { preData: { id, mode } }: ReceivedEvent<typeof projectDeleted>): Promise<void> {
  const isPrivate = mode === 'private';
  await withdrawGrants(context, id); // First, because it locks the access version: whoever gives access there waits.
  if (isPrivate) await context.em.upsert(KnownProject, { id, mode, deleted: true });
  else await context.em.nativeDelete(KnownProject, { id });
  await deleteWorkloadIdentitiesOf(context, id);
  await removeProjectFromTokens(context, id);
  if (!isPrivate) context.publish(resourcePurged, { data: { kind: 'project', id } });
}
