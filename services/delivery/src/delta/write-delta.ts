import { yieldToOthers } from '@signalbox/kit';
import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import type { FeatureQuery } from '../feature/feature-query.ts';
import { matches, serializeFeature } from '../feature/serialize-feature.ts';
import { type Format, hydrationFormat, segmentsOf } from '../feature/write-features.ts';
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
  const features = [...changes.features].map(([name, then]) => changeOf(name, then, view, query));
  const named = new Set(features.flatMap(({ segments }) => segments));
  for (const id of inUse(changes, view, query)) named.add(id);
  const gone = [...changes.segments].filter((id) => !view.segments().has(id));
  return [
    ...[...named]
      .sort((left, right) => left - right)
      .flatMap((id) => view.segments().get(id) ?? [])
      .map((segment) => ({ type: 'segment-updated', segment })),
    ...features.flatMap(({ events }) => events),
    ...gone.map((segmentId) => ({ type: 'segment-removed', segmentId })),
  ];
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

function changeOf(name: string, then: FeatureState | undefined, view: View, query: FeatureQuery): FeatureChange {
  const before = seen(then, query);
  const after = seen(view.feature(name), query);
  if (!after) return before ? { events: [{ type: 'feature-removed', featureName: name, project: before.project }], segments: [] } : nothing;
  const feature = serializeFeature(after, query, view.segments());
  if (before && isDeepStrictEqual(feature, serializeFeature(before, query, view.segments()))) return nothing;
  const known = new Set(before && segmentIds(before, query));
  return { events: [{ type: 'feature-updated', feature }], segments: segmentIds(after, query).filter((id) => !known.has(id)) };
}

const seen = (feature: FeatureState | undefined, query: FeatureQuery) => (feature && matches(feature, query) ? feature : undefined);

const segmentIds = (feature: FeatureState, { environment }: FeatureQuery): number[] =>
  settingsOf(feature, environment)?.strategies.flatMap(({ segments }) => segments) ?? [];
