import { Failure, type Principal } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { favoriteFeatureTable, favoriteProjectTable } from '../../tables/instance.ts';

export class FavoriteFeature extends favoriteFeatureTable.entity.class {}
favoriteFeatureTable.entity.setClass(FavoriteFeature);

export class FavoriteProject extends favoriteProjectTable.entity.class {}
favoriteProjectTable.entity.setClass(FavoriteProject);

/** The id of no user, for queries that must not find favorites. */
export const noUser = 0;

/** Returns the id of the user who owns the favorites. Throws 403 for an API token, which belongs to no user. */
export function findOwner(actor: Principal): number {
  if (actor.id !== null) return actor.id;
  throw new Failure('InvalidOperationError', 'API tokens have no favorites. Use a session or a personal access token.');
}

export async function favoriteProjectsOf(em: EntityManager, userId: number | null): Promise<ReadonlySet<string>> {
  if (userId === null) return new Set();
  return new Set((await em.find(FavoriteProject, { userId })).map(({ project }) => project));
}

export async function isFavoriteProject(em: EntityManager, userId: number | null, project: string): Promise<boolean> {
  return userId !== null && (await em.findOne(FavoriteProject, { userId, project })) !== null;
}
