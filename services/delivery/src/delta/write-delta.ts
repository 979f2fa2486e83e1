import { yieldToOthers } from '@signalbox/kit';
import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import type { FeatureQuery } from '../feature/feature-query.ts';
import { matches, serializeFeature } from '../feature/serialize-feature.ts';
import { isWithheld, serializeSegment, type World } from '../feature/withheld.ts';
import { type Format, hydrationFormat, segmentsOf, servedSegment, worldOf } from '../feature/write-features.ts';
import type { History, ChangesSince } from './history.ts';

/** The format that brings an SDK from its revision to the current one: changes if they are known, otherwise everything. */
export function formatSince(history: History, query: FeatureQuery, since: number | undefined): Format {
  return since !== undefined && history.reaches(query, since) ? deltaFormat(history, since) : hydrationFormat;
}

const deltaFormat = (history: History, since: number): Format => ({
  name: `since ${since}`,
  async write(view, query, revision) {
    const changes = history.since(query, since);
    // Finding the segments in use visits every feature, so this yields between queries.
    if (changes.segments.size > 0) await yieldToOthers();
    return [JSON.stringify({ events: eventsOf(changes, view, query).map((event) => ({ eventId: revision, ...event })) })];
  },
});

/** Lists segments by id, before the features that use them. All changes of a revision share its id. */
function eventsOf(changes: ChangesSince, view: View, query: FeatureQuery): object[] {
  const worlds = { past: worldBefore(changes, view), current: worldOf(view) };
  const names = new Set([...changes.features.keys(), ...renewedBy(changes, view, worlds, query)]);
  const features = [...names].map((name) => changeOf(name, worlds, view, query));
  const named = new Set(features.flatMap(({ segments }) => segments));
  for (const id of inUse(changes, view, query)) named.add(id);
  const gone = [...changes.segments.keys()].filter((id) => !servedSegment(id, view));
  return [
    ...[...named]
      .sort((left, right) => left - right)
      .flatMap((id) => servedSegment(id, view) ?? [])
      .map((segment) => ({ type: 'segment-updated', segment: serializeSegment(segment, view) })),
    ...features.flatMap(({ events }) => events),
    ...gone.map((segmentId) => ({ type: 'segment-removed', segmentId })),
  ];
}

/** The world at the revision of the SDK. */
const worldBefore = ({ features, segments }: ChangesSince, view: View): World => ({
  feature: (name) => (features.has(name) ? features.get(name) : view.feature(name)),
  segment: (id) => (segments.has(id) ? segments.get(id) : view.segments().get(id)),
});

interface Worlds {
  readonly past: World;
  readonly current: World;
}

/** Features that SDKs begin or cease to receive because a list, or a parent with a list, has changed. */
function renewedBy(changes: ChangesSince, view: View, { past, current }: Worlds, { environment }: FeatureQuery): string[] {
  const isAnyLong = [...view.segments().values(), ...changes.segments.values()].some((segment) => segment?.serverOnly);
  if (!isAnyLong) return [];
  const features = [...view.features()].filter(
    (feature) => isWithheld(feature, environment, past) !== isWithheld(feature, environment, current),
  );
  return features.map(({ name }) => name);
}

/** Changed segments that features of the query use. */
function inUse({ segments }: ChangesSince, view: View, query: FeatureQuery): number[] {
  if (segments.size === 0) return [];
  const features = [...view.features()].filter((feature) => matches(feature, query));
  return segmentsOf(features, query, view).flatMap(({ id }) => (segments.has(id) ? [id] : []));
}

interface FeatureChange {
  readonly events: readonly object[];
  /** Newly used segments of the feature. */
  readonly segments: readonly number[];
}

const nothing: FeatureChange = { events: [], segments: [] };

function changeOf(name: string, { past, current }: Worlds, view: View, query: FeatureQuery): FeatureChange {
  const before = seen(name, query, past);
  const after = seen(name, query, current);
  if (!after) return before ? { events: [{ type: 'feature-removed', featureName: name, project: before.project }], segments: [] } : nothing;
  const feature = serializeFeature(after, query, view.segments());
  if (before && isDeepStrictEqual(feature, serializeFeature(before, query, view.segments()))) return nothing;
  const known = new Set(before && segmentIds(before, query));
  return { events: [{ type: 'feature-updated', feature }], segments: segmentIds(after, query).filter((id) => !known.has(id)) };
}

function seen(name: string, query: FeatureQuery, world: World): FeatureState | undefined {
  const feature = world.feature(name);
  return feature && matches(feature, query) && !isWithheld(feature, query.environment, world) ? feature : undefined;
}

const segmentIds = (feature: FeatureState, { environment }: FeatureQuery): number[] =>
  settingsOf(feature, environment)?.strategies.flatMap(({ segments }) => segments) ?? [];
