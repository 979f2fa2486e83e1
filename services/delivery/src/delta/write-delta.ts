import { yieldToOthers } from '@signalbox/kit';
import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import type { View } from '@signalbox/replica';
import type { FeatureQuery } from '../feature/feature-query.ts';
import { matches, serializeFeature } from '../feature/serialize-feature.ts';
import { type Format, hydrationFormat, segmentsOf } from '../feature/write-features.ts';
import type { History, Passed } from './history.ts';

/** What takes an SDK from the revision that it has to the current one: the changes where they are known, else everything. */
export function formatSince(history: History, query: FeatureQuery, since: number | undefined): Format {
  return since !== undefined && history.reaches(query, since) ? deltaFormat(history, since) : hydrationFormat;
}

const deltaFormat = (history: History, since: number): Format => ({
  name: `since ${since}`,
  async write(view, query, revision) {
    const passed = history.since(query, since);
    // Which segments are in use takes a look at every feature: one query after the other.
    if (passed.segments.size > 0) await yieldToOthers();
    return [JSON.stringify({ events: eventsOf(passed, view, query).map((event) => ({ eventId: revision, ...event })) })];
  },
});

/** Segments before the features that name them. All changes of a revision are one step, so that they carry the same id. */
function eventsOf(passed: Passed, view: View, query: FeatureQuery): object[] {
  const features = [...passed.features].map(([name, then]) => changeOf(name, then, view, query));
  const named = new Set(features.flatMap(({ segments }) => segments));
  for (const id of inUse(passed, view, query)) named.add(id);
  const gone = [...passed.segments].filter((id) => !view.segments().has(id));
  return [
    ...[...named].flatMap((id) => view.segments().get(id) ?? []).map((segment) => ({ type: 'segment-updated', segment })),
    ...features.flatMap(({ events }) => events),
    ...gone.map((segmentId) => ({ type: 'segment-removed', segmentId })),
  ];
}

/** Changed segments that the query has to do with. */
function inUse({ segments }: Passed, view: View, query: FeatureQuery): number[] {
  if (segments.size === 0) return [];
  const features = [...view.features()].filter((feature) => matches(feature, query));
  return segmentsOf(features, query, view).flatMap(({ id }) => (segments.has(id) ? [id] : []));
}

interface FeatureChange {
  readonly events: readonly object[];
  /** Segments that the feature names and did not name then. */
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
