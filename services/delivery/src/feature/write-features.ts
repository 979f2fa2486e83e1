import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import { compositeKey } from '@signalbox/table';
import type { CachedFeature, View } from '@signalbox/replica';
import type { BodyRequest } from '../body/bodies.ts';
import { type ElementFormat, type Fragment, runsOf } from '../body/run.ts';
import type { FeatureQuery } from './feature-query.ts';
import { matches, serializeFeature } from './serialize-feature.ts';
import type { Scope } from './scope.ts';
import { isWithheld, serializeSegment, type World } from './withheld.ts';

/** Output format for the features of a query. */
export interface Format {
  readonly name: string;
  readonly write: (view: View, query: FeatureQuery, revision: number) => Promise<readonly Fragment[]>;
}

/** A format applied to a query on a view. */
export interface FeatureBody {
  readonly format: Format;
  readonly view: View;
  readonly query: FeatureQuery;
  readonly revision: number;
}

/** The request for this body. Its key is the query, not the hash, because an attacker could search for two queries with the same hash. */
export const requestFor = ({ format, view, query, revision }: FeatureBody, encoding: BodyRequest['encoding']): BodyRequest => ({
  key: compositeKey(format.name, query.key),
  revision,
  encoding,
  write: () => format.write(view, query, revision),
});

/** The response of `/api/client/features`. */
export const listFormat: Format = {
  name: 'list',
  async write(view, query, revision) {
    const { features, segments } = fragmentsOf(view, query);
    const { query: effective, queryHash } = query;
    const meta = { revisionId: revision, etag: etagOf(query, revision), queryHash };
    const middle = `],"query":${JSON.stringify(effective)},`;
    const end = `"meta":${JSON.stringify(meta)}}`;
    const apart = query.inlineSegments ? [middle] : [`${middle}"segments":[`, ...segments, '],'];
    return ['{"version":2,"features":[', ...features, ...apart, end];
  },
};

/** A single event with the complete state. */
export const hydrationFormat: Format = {
  name: 'hydration',
  async write(view, query, revision) {
    const { features, segments } = fragmentsOf(view, query);
    const start = `{"events":[{"eventId":${revision},"type":"hydration","features":[`;
    return [start, ...features, '],"segments":[', ...segments, ']}]}'];
  },
};

/** Features by name, and the segments that they use. */
function fragmentsOf(view: View, query: FeatureQuery): { features: readonly Fragment[]; segments: readonly Fragment[] } {
  const world = worldOf(view);
  const features = [...view.cachedFeatures()].filter(({ state }) => matches(state, query) && !isWithheld(state, query.environment, world));
  const states = features.map(({ state }) => state);
  return {
    features: runsOf(featureElement(query, view), features, ({ state }) => state.name),
    segments: runsOf(segmentElement(view), segmentsOf(states, query, view), ({ id }) => String(id)),
  };
}

/** A feature is another object as soon as one of its segments changes. */
const featureElement = (query: FeatureQuery, view: View): ElementFormat => ({
  name: compositeKey(query.environment, query.inlineSegments),
  write: (feature) => JSON.stringify(serializeFeature((feature as CachedFeature).state, query, view.segments())),
});

const segmentElement = (view: View): ElementFormat => ({
  name: 'segment',
  write: (segment) => JSON.stringify(serializeSegment(segment as SegmentState, view)),
});

/** The features and segments of a view. */
export const worldOf = (view: View): World => ({ feature: (name) => view.feature(name), segment: (id) => view.segments().get(id) });

/** Contains the last revision that touched the scope, so that changes elsewhere do not affect it. */
export const etagOf = ({ queryHash }: FeatureQuery, revision: number): string => `"${queryHash}:${revision}"`;

/** The segments that strategies of the features use, without those that only servers evaluate. */
export function segmentsOf(features: readonly FeatureState[], { environment }: Scope, view: View): SegmentState[] {
  const used = new Set<number>();
  for (const feature of features) {
    for (const { segments } of settingsOf(feature, environment)?.strategies ?? []) for (const id of segments) used.add(id);
  }
  return [...used].sort((left, right) => left - right).flatMap((id) => servedSegment(id, view) ?? []);
}

/** A segment that SDKs receive. */
export function servedSegment(id: number, view: View): SegmentState | undefined {
  const segment = view.segments().get(id);
  return segment?.serverOnly ? undefined : segment;
}
