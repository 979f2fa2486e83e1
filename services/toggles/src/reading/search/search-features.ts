import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOrNull } from '../../tables/tables.ts';
import { serializeCreator } from '../../feature/feature/creator.schema.ts';
import { currentStageOf } from '../../feature/feature/stage.ts';
import { noUser } from '../favorite/favorite.ts';
import { serializeItem } from '../feature/feature-item.schema.ts';
import type { FeatureIndex } from '../feature-index/feature-index.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import { readSeen, type Seen } from '../feature-index/read-seen.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { matchFeatures } from './match-features.ts';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import { readReach } from '../feature/read-reach.ts';
import { readSearch } from './read-search.ts';
import { readExtras } from './read-extras.ts';
import { readUsageAndChanges } from './read-usage-and-changes.ts';
import { FoundFeature, Search } from './search.schema.ts';
import { sortFeatures } from './sort-features.ts';

export const searchFeaturesRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/search/features',
    agents: true,
    summary: 'Search the features of all projects visible to the caller',
    permission: 'authenticated',
    query: Search,
    answers: { 200: Type.Object({ features: Type.Array(FoundFeature), total: Type.Integer() }) },
    failures: ['BadDataError'],
  },
  ({ query }, context) => searchFeatures(context, query),
);

type SearchContext = Pick<ReadContext<IndexState>, 'em' | 'actor' | 'access' | 'now' | 'state'>;

/** Returns one page and the number of matches on all pages. Reads most data from memory, except for properties that change without events. */
async function searchFeatures({ em, actor, access, now, state }: SearchContext, search: Search) {
  const parsed = readSearch(search);
  const userId = actor.id ?? noUser;
  const inputs = await readUsageAndChanges(em, parsed, userId);
  return state.features.find(em, async (index) => {
    const matching = sortFeatures(matchFeatures(index, parsed, inputs, access.visibleTo(actor)), parsed.sorting, inputs);
    const page = matching.slice(parsed.offset, parsed.offset + parsed.limit);
    const seen = await readSeen(em, page, { userId, now: now() });
    const included = search.with?.split(',') ?? [];
    const reachOf = included.includes('reach') ? await readReach(em, namesOf(page)) : withoutReach;
    const options = {
      now: now(),
      usage: included.includes('usage'),
      changed: included.includes('changed'),
      cleanup: included.includes('cleanup'),
    };
    const extrasOf = await readExtras(em, namesOf(page), options);
    const features = page.map((feature) => ({ ...serializeFound(feature, index, { ...seen, reachOf }), ...extrasOf(feature.name) }));
    return { number: seen.number, found: { features, total: matching.length } };
  });
}

const namesOf = (features: readonly IndexedFeature[]): string[] => features.map(({ name }) => name);

type ReachOf = (name: string, environment: string) => FeatureReach | undefined;
const withoutReach: ReachOf = () => undefined;

const none = { yes: 0, no: 0 };

function serializeFound(feature: IndexedFeature, index: FeatureIndex, seen: Seen & { readonly reachOf: ReachOf }): FoundFeature {
  const { name } = feature;
  const item = serializeItem(feature, seen.favorites.has(name), seen.lastSeenAt);
  return {
    ...item,
    project: feature.project,
    environments: item.environments.map((own) => {
      const reach = seen.reachOf(name, own.name);
      return { ...own, ...(seen.usage.get(own.name)?.get(name) ?? none), ...(reach && { reach }) };
    }),
    archivedAt: instantOrNull(feature.archivedAt),
    createdBy: serializeCreator(feature.createdByUserId, feature.createdBy),
    lifecycle: currentStageOf({
      created_at: feature.createdAt,
      revived_at: feature.revivedAt,
      ...(seen.stages.get(name) ?? neverRequested),
      completed_at: feature.completedAt,
      completed_status: feature.completedStatus,
      completed_status_value: feature.completedStatusValue,
      archived_at: feature.archivedAt,
    }),
    dependencyType: index.dependencyTypeOf(feature),
    segments: index.segmentNamesOf(feature),
  };
}

const neverRequested = { pre_live_at: null, live_at: null };
