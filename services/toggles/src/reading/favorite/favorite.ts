import { Failure, type Principal } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { favoriteFeatureTable, favoriteProjectTable } from '../../tables/instance.ts';

/** A feature that one user wants to find first. */
export class FavoriteFeature extends favoriteFeatureTable.entity.class {}
favoriteFeatureTable.entity.setClass(FavoriteFeature);

/** A project that one user wants to find first. */
export class FavoriteProject extends favoriteProjectTable.entity.class {}
favoriteProjectTable.entity.setClass(FavoriteProject);

/** The id of no user, which owns no favorites. */
export const noUser = 0;

/** Whose favorites these are. 403 for an API token, which belongs to no user. */
export function findOwner(actor: Principal): number {
  if (actor.id !== null) return actor.id;
  throw new Failure('InvalidOperationError', 'API tokens have no favorites. Use a session or a personal access token.');
}

/** The projects that a user wants to find first. */
export async function favoriteProjectsOf(em: EntityManager, userId: number | null): Promise<ReadonlySet<string>> {
  if (userId === null) return new Set();
  return new Set((await em.find(FavoriteProject, { userId })).map(({ project }) => project));
}

export async function isFavoriteProject(em: EntityManager, userId: number | null, project: string): Promise<boolean> {
  return userId !== null && (await em.findOne(FavoriteProject, { userId, project })) !== null;
}
