import type { userDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Static } from 'typebox';
import { FavoriteFeature, FavoriteProject } from './favorite.ts';

/** The ids of users are not taken again, but what nobody can see is not kept. */
export async function onUserDeleted(
  { em }: Context,
  { preData: { id: userId } }: { readonly preData: Static<typeof userDeleted.preData> },
): Promise<void> {
  await em.nativeDelete(FavoriteFeature, { userId });
  await em.nativeDelete(FavoriteProject, { userId });
}
