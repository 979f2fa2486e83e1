import { resourcePurged, type projectDeleted } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { publishAccess, withdrawGrants } from '../access/grant/role-grant.ts';
import { removeProjectFromTokens } from '../credential/token/remove-scope.ts';
import { KnownProject } from '../base/projection/known-scope.ts';

/**
 * A project of the same name may come again: nothing of the old one may count there. One that was private is remembered
 * for ever and its id stays taken, so that its history is never shown to those who could not see the project.
 */
export async function onProjectDeleted(context: Context, { preData: { id, mode } }: Stated<typeof projectDeleted>): Promise<void> {
  const isPrivate = mode === 'private';
  if (isPrivate) await context.em.upsert(KnownProject, { id, mode, deleted: true });
  else await context.em.nativeDelete(KnownProject, { id });
  publishAccess(context, await withdrawGrants(context, id));
  await removeProjectFromTokens(context, id);
  if (!isPrivate) context.publish(resourcePurged, { data: { kind: 'project', id } });
}
