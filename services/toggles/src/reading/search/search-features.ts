import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOrNull } from '../../base/database/tables.ts';
import { presentCreator } from '../../feature/feature/creator.schema.ts';
import { currentStageOf } from '../../feature/feature/stage.ts';
import { presentItem } from '../feature/feature-item.schema.ts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import { readIndex } from '../feature-index/read-index.ts';
import { readSeen, type Seen } from '../feature-index/read-seen.ts';
import type { Reading } from '../feature-index/reading.ts';
import { matchFeatures } from './match-features.ts';
import { readSearch } from './read-search.ts';
import { readTold } from './read-told.ts';
import { FoundFeature, Search } from './search.schema.ts';
import { sortFeatures } from './sort-features.ts';

export const searchFeaturesRoute = routeWith<Reading>()(
  {
    method: 'get',
    path: '/api/admin/search/features',
    summary: 'Search the features of every project that the caller may see',
    permission: 'authenticated',
    query: Search,
    answers: { 200: Type.Object({ features: Type.Array(FoundFeature), total: Type.Integer() }) },
    failures: ['BadDataError'],
  },
  ({ query }, context) => searchFeatures(context, query),
);

/** One page, and how many match on all pages. All but what applications tell is found in memory. */
export async function searchFeatures(
  { em, actor, access, now, state }: Pick<ReadContext<Reading>, 'em' | 'actor' | 'access' | 'now' | 'state'>,
  search: Search,
) {
  const wanted = readSearch(search);
  const told = await readTold(em, wanted);
  const { index, favorites } = await readIndex({ em, actor, state });
  const matching = matchFeatures(index, wanted, told, { favorites, visible: access.visibleTo(actor) });
  const found = sortFeatures(matching, wanted.sorting, { ...told, favorites });
  const page = found.slice(wanted.offset, wanted.offset + wanted.limit);
  const seen = await readSeen(em, page, now());
  return { features: page.map((feature) => presentFound(feature, { index, favorites, seen })), total: found.length };
}

interface Beside {
  readonly index: FeatureIndex;
  readonly favorites: ReadonlySet<string>;
  readonly seen: Seen;
}

const none = { yes: 0, no: 0 };

function presentFound(feature: IndexedFeature, { index, favorites, seen }: Beside): FoundFeature {
  const { name } = feature;
  const item = presentItem(feature, favorites.has(name), seen.lastSeenAt);
  return {
    ...item,
    project: feature.project,
    environments: item.environments.map((own) => ({ ...own, ...(seen.usage.get(own.name)?.get(name) ?? none) })),
    archivedAt: instantOrNull(feature.archivedAt),
    createdBy: presentCreator(feature.createdByUserId, feature.createdBy),
    lifecycle: currentStageOf({
      created_at: feature.createdAt,
      revived_at: feature.revivedAt,
      ...(seen.stages.get(name) ?? neverAskedFor),
      completed_at: feature.completedAt,
      completed_status: feature.completedStatus,
      completed_status_value: feature.completedStatusValue,
      archived_at: feature.archivedAt,
    }),
    dependencyType: index.dependencyTypeOf(feature),
    segments: index.segmentNamesOf(feature),
  };
}

const neverAskedFor = { pre_live_at: null, live_at: null };
