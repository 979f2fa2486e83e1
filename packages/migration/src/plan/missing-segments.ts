import type { SourceFeature, SourceSegment } from '../source/snapshot.ts';

/**
 * Reasons to skip features by name: they use a segment that is not imported, or depend on such a feature. Without it they would be on for
 * other users.
 */
export function missingSegments(
  features: readonly SourceFeature[],
  { named, imported }: { readonly named: readonly SourceSegment[]; readonly imported: readonly SourceSegment[] },
): Map<string, string> {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const ids = new Set(imported.map(({ id }) => id));
  const reasons = new Map<string, string>();
  for (const feature of features) {
    const missing = segmentsOf(feature).find((id) => !ids.has(id));
    if (missing !== undefined) reasons.set(feature.name, `It uses the segment ${names.get(missing) ?? missing}, which is not imported.`);
  }
  // A feature with a parent cannot be a parent.
  const children = features.flatMap(({ name, dependencies }) => {
    const parent = dependencies.find(({ feature }) => reasons.has(feature));
    return parent && !reasons.has(name) ? [[name, `It depends on the feature ${parent.feature}, which is not imported.`] as const] : [];
  });
  return new Map([...reasons, ...children]);
}

const segmentsOf = ({ environments }: SourceFeature): number[] =>
  environments.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments));
