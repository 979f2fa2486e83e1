import type { serviceAccountDeleted, userDeleted } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { FavoriteFeature, FavoriteProject } from './favorite.ts';

/** Frees space only: the ids of users and service accounts are never reused. */
export async function onUserDeleted(
  { em }: Context,
  { preData: { id: userId } }: ReceivedEvent<typeof userDeleted | typeof serviceAccountDeleted>,
): Promise<void> {
  await em.nativeDelete(FavoriteFeature, { userId });
  await em.nativeDelete(FavoriteProject, { userId });
}
