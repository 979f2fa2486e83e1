import type { SourceFeature, SourceSegment } from '../source/snapshot.ts';
import { canonicalText } from '../verify/canonical.ts';

/** The content of a feature as a text that is the same in both instances: ids and creation dates differ, names do not. */
export function canonicalFeature(feature: SourceFeature, segments: readonly SourceSegment[]): string {
  const names = new Map(segments.map(({ id, name }) => [id, name]));
  const { description, type, stale, impressionData, archived, tags, links, dependencies, environments } = feature;
  if (archived) return canonicalText({ archived });
  return canonicalText({
    content: { description, type, stale, impressionData },
    tags: sorted(tags),
    links: sorted(links),
    dependencies: sorted(dependencies),
    environments: sorted(
      environments.map(({ environment, enabled, variants, strategies }) => ({
        environment,
        enabled,
        variants,
        strategies: strategies.map(({ id: _id, segments: used, ...strategy }) => ({
          ...strategy,
          segments: used.map((id) => names.get(id) ?? '').toSorted(),
        })),
      })),
    ),
  });
}

const sorted = (parts: readonly unknown[]): string[] => parts.map(canonicalText).toSorted();
