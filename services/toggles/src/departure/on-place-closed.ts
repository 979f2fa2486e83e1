import type { placeClosed } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { DepartedPlace } from './departed-place.ts';

/** Nothing of the old place is left anywhere: its id is free. */
export async function onPlaceClosed({ em }: Context, { data: { kind, id } }: Stated<typeof placeClosed>): Promise<void> {
  await em.nativeDelete(DepartedPlace, { kind, id });
}
