import type { resourcePurged } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { forgetActivity } from '../activity/note-activity.ts';
import { Tombstone } from './tombstone.ts';

/**
 * Frees the id once nothing of the deleted project or environment is left. Activity since the deletion is dropped, so that a
 * new project with the id starts without it.
 */
export async function onResourcePurged({ em }: Context, { data: { kind, id } }: ReceivedEvent<typeof resourcePurged>): Promise<void> {
  if (kind === 'project') await forgetActivity(em, [id]);
  await em.nativeDelete(Tombstone, { kind, id });
}
