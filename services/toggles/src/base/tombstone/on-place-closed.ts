import type { placeClosed } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { forgetActivity } from '../activity/note-activity.ts';
import { DepartedPlace } from './departed-place.ts';

/** Nothing of the old place is left anywhere: its id is free, and what happened since its deletion is none of the next one's. */
export async function onPlaceClosed({ em }: Context, { data: { kind, id } }: Stated<typeof placeClosed>): Promise<void> {
  if (kind === 'project') await forgetActivity(em, [id]);
  await em.nativeDelete(DepartedPlace, { kind, id });
}
