import type { serviceAccountDeleted, userDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import type { Static } from 'typebox';
import { FavoriteFeature, FavoriteProject } from './favorite.ts';

/** The ids of users and service accounts are not taken again, but what nobody can see is not kept. */
export async function onUserDeleted(
  { em }: Context,
  { preData: { id: userId } }: { readonly preData: Pick<Static<typeof userDeleted.preData | typeof serviceAccountDeleted.preData>, 'id'> },
): Promise<void> {
  await em.nativeDelete(FavoriteFeature, { userId });
  await em.nativeDelete(FavoriteProject, { userId });
}
