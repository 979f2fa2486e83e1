import type { resourcePurged } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { forgetActivity } from '../activity/note-activity.ts';
import { Tombstone } from './tombstone.ts';

/** Nothing of the deleted project or environment is left anywhere: its id is free, and what happened since its deletion is none of the next one's. */
export async function onResourcePurged({ em }: Context, { data: { kind, id } }: ReceivedEvent<typeof resourcePurged>): Promise<void> {
  if (kind === 'project') await forgetActivity(em, [id]);
  await em.nativeDelete(Tombstone, { kind, id });
}
