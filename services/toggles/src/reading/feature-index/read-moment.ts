import { type EntityManager, readTogether, rowOf } from '@signalbox/kit';
import type { Kysely } from 'kysely';
import type { Tables } from '../../base/database/tables.ts';

/** What is asked first: the last message that was committed, for `FollowedIndex`, and the user's favorites. */
export async function readMoment(em: EntityManager, userId: number): Promise<{ number: number; favorites: ReadonlySet<string> }> {
  const { counters, favorites } = await readRows(em, userId);
  return { number: counters[0]?.message ?? 0, favorites: new Set(favorites.map(({ name }) => name)) };
}

const readRows = readTogether((db: Kysely<Tables>, userId: number) => ({
  counters: db.selectFrom('counter').select((table) => rowOf({ message: table.ref('message') }).as('row')),
  favorites: db
    .selectFrom('favorite_feature')
    .where('user_id', '=', userId)
    .select((table) => rowOf({ name: table.ref('feature_name') }).as('row')),
}));
