import type { placeClosed } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Static } from 'typebox';
import { DepartedPlace } from './departed-place.ts';

/** Nothing of the old place is left anywhere: its id is free. */
export async function onPlaceClosed(
  { em }: Context,
  { data: { kind, id } }: { readonly data: Static<typeof placeClosed.data> },
): Promise<void> {
  await em.nativeDelete(DepartedPlace, { kind, id });
}
