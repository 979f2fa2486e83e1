import { compareTexts } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';

export const TypeCount = Type.Object({ type: Type.String(), count: Type.Integer() });

/** Counts active features by type, the most frequent type first. */
export function countTypes(features: readonly IndexedFeature[]): Static<typeof TypeCount>[] {
  const active = features.filter(({ archivedAt }) => archivedAt === null);
  const counts = [...Map.groupBy(active, ({ type }) => type)].map(([type, own]) => ({ type, count: own.length }));
  return counts.sort((one, other) => other.count - one.count || compareTexts(one.type, other.type));
}
