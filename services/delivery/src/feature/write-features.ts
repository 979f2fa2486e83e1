import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { settingsOf } from '@signalbox/engine';
import { compareTexts, yieldToOthers } from '@signalbox/kit';
import type { View } from '@signalbox/replica';
import type { FeatureQuery } from './feature-query.ts';
import { matches, presentFeature } from './present-feature.ts';
import type { Scope } from './scope.ts';

const featuresAtOnce = 200;

/** How the features that a query is for are written. */
export interface Format {
  readonly name: string;
  readonly write: (view: View, query: FeatureQuery, revision: number) => Promise<Buffer>;
}

/** The whole answer of `/api/client/features`. */
export const listFormat: Format = {
  name: 'list',
  async write(view, asked, revision) {
    const { features, segments } = await writeParts(view, asked);
    const { query, queryHash } = asked;
    const meta = { revisionId: revision, etag: etagOf(asked, revision), queryHash };
    const apart = asked.inlineSegments ? '' : `"segments":${segments},`;
    return Buffer.from(`{"version":2,"features":${features},"query":${JSON.stringify(query)},${apart}"meta":${JSON.stringify(meta)}}`);
  },
};

/** The one change from nothing to everything, for SDKs that take changes. */
export const hydrationFormat: Format = {
  name: 'hydration',
  async write(view, query, revision) {
    const { features, segments } = await writeParts(view, query);
    return Buffer.from(`{"events":[{"eventId":${revision},"type":"hydration","features":${features},"segments":${segments}}]}`);
  },
};

/** As JSON, features by name. Written in chunks, because a large state would hold the event loop. */
async function writeParts(view: View, query: FeatureQuery): Promise<{ features: string; segments: string }> {
  const features = [...view.features()]
    .filter((feature) => matches(feature, query))
    .sort((one, other) => compareTexts(one.name, other.name));
  const texts: string[] = [];
  for (const [index, feature] of features.entries()) {
    texts.push(JSON.stringify(presentFeature(feature, query, view.segments())));
    if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
  }
  return { features: `[${texts.join(',')}]`, segments: JSON.stringify(segmentsOf(features, query, view)) };
}

/** Carries the last revision that touched the scope, so that a change elsewhere leaves it as it is. */
export const etagOf = ({ queryHash }: FeatureQuery, revision: number): string => `"${queryHash}:${revision}"`;

/** Those that a strategy of the features names. */
export function segmentsOf(features: readonly FeatureState[], { environment }: Scope, view: View): SegmentState[] {
  const used = new Set(
    features.flatMap((feature) => settingsOf(feature, environment)?.strategies.flatMap(({ segments }) => segments) ?? []),
  );
  return [...used].sort((left, right) => left - right).flatMap((id) => view.segments().get(id) ?? []);
}
