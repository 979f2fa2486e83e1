import type { Context } from '@signalbox/kit';
import { FavoriteFeature, FavoriteProject } from './favorite.ts';

/** Frees space only: the ids of users and service accounts are never reused. */
export async function forgetFavorites({ em }: Context, userId: number): Promise<void> {
  await em.nativeDelete(FavoriteFeature, { userId });
  await em.nativeDelete(FavoriteProject, { userId });
}
