import type { ReadContext } from '@signalbox/kit';
import { readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { noUser } from '../favorite/favorite.ts';
import type { FeatureIndex } from './feature-index.ts';
import type { IndexedFeature } from './indexed-feature.ts';
import type { IndexState } from './index-state.ts';
import { lastMessage } from './last-message.ts';

export type IndexContext = Pick<ReadContext<IndexState>, 'em' | 'actor' | 'state'>;

/** The current features, with the names of the actor's favorites. Executes one statement while nothing changes. */
export async function readIndex({ em, actor, state }: IndexContext): Promise<{ index: FeatureIndex; favorites: ReadonlySet<string> }> {
  const { counters, favorites } = await readRows(em, actor.id ?? noUser);
  const index = await state.features.reaching(em, counters[0]?.message ?? 0);
  return { index, favorites: new Set(favorites.map(({ name }) => name)) };
}

/** The current features of one project, in no particular order. */
export async function readProjectFeatures(context: IndexContext, project: string): Promise<IndexedFeature[]> {
  const { index } = await readIndex(context);
  return [false, true].flatMap((archived) => index.select({ order: 'age', archived }).filter((feature) => feature.project === project));
}

const readRows = readTogether((db: Kysely<Tables>, userId: number) => ({
  counters: lastMessage(db),
  favorites: db
    .selectFrom('favorite_feature')
    .where('user_id', '=', userId)
    .select((table) => rowOf({ name: table.ref('feature_name') }).as('row')),
}));
