import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import { compositeKey } from '@signalbox/table';
import type { CachedFeature, View } from '@signalbox/replica';
import type { Order } from '../body/bodies.ts';
import { type Form, type Fragment, runsOf } from '../body/run.ts';
import type { FeatureQuery } from './feature-query.ts';
import { matches, serializeFeature } from './serialize-feature.ts';
import type { Scope } from './scope.ts';

/** How the features that a query is for are written. */
export interface Format {
  readonly name: string;
  readonly write: (view: View, query: FeatureQuery, revision: number) => Promise<readonly Fragment[]>;
}

/** What is wanted of a view. */
export interface Wanted {
  readonly format: Format;
  readonly view: View;
  readonly query: FeatureQuery;
  readonly revision: number;
}

/** An order for the body of it. By the whole query and not by its hash: somebody could look for two with the same one. */
export const orderFor = ({ format, view, query, revision }: Wanted, encoding: Order['encoding']): Order => ({
  key: compositeKey(format.name, query.key),
  revision,
  encoding,
  write: () => format.write(view, query, revision),
});

/** The whole answer of `/api/client/features`. */
export const listFormat: Format = {
  name: 'list',
  async write(view, asked, revision) {
    const { features, segments } = fragmentsOf(view, asked);
    const { query, queryHash } = asked;
    const meta = { revisionId: revision, etag: etagOf(asked, revision), queryHash };
    const middle = `],"query":${JSON.stringify(query)},`;
    const end = `"meta":${JSON.stringify(meta)}}`;
    const apart = asked.inlineSegments ? [middle] : [`${middle}"segments":[`, ...segments, '],'];
    return ['{"version":2,"features":[', ...features, ...apart, end];
  },
};

/** The one change from nothing to everything, for SDKs that take changes. */
export const hydrationFormat: Format = {
  name: 'hydration',
  async write(view, query, revision) {
    const { features, segments } = fragmentsOf(view, query);
    const start = `{"events":[{"eventId":${revision},"type":"hydration","features":[`;
    return [start, ...features, '],"segments":[', ...segments, ']}]}'];
  },
};

/** Features by name, and the segments that they name, as elements of lists. */
function fragmentsOf(view: View, query: FeatureQuery): { features: readonly Fragment[]; segments: readonly Fragment[] } {
  const features = [...view.cachedFeatures()].filter(({ state }) => matches(state, query));
  const states = features.map(({ state }) => state);
  return {
    features: runsOf(featureForm(query, view), features, ({ state }) => state.name),
    segments: runsOf(segmentForm, segmentsOf(states, query, view), ({ id }) => String(id)),
  };
}

/** A feature is another object as soon as one of its segments changes. */
const featureForm = (query: FeatureQuery, view: View): Form => ({
  name: compositeKey(query.environment, query.inlineSegments),
  write: (feature) => JSON.stringify(serializeFeature((feature as CachedFeature).state, query, view.segments())),
});

const segmentForm: Form = { name: 'segment', write: (segment) => JSON.stringify(segment) };

/** Carries the last revision that touched the scope, so that a change elsewhere leaves it as it is. */
export const etagOf = ({ queryHash }: FeatureQuery, revision: number): string => `"${queryHash}:${revision}"`;

/** Those that a strategy of the features names. */
export function segmentsOf(features: readonly FeatureState[], { environment }: Scope, view: View): SegmentState[] {
  const used = new Set<number>();
  for (const feature of features) {
    for (const { segments } of settingsOf(feature, environment)?.strategies ?? []) for (const id of segments) used.add(id);
  }
  return [...used].sort((left, right) => left - right).flatMap((id) => view.segments().get(id) ?? []);
}
