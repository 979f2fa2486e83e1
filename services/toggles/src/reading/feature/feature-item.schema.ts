import { DateTime, nullable, Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { instantOf, instantOrNull } from '../../base/database/tables.ts';
import type { IndexedFeature, IndexedSettings } from '../feature-index/indexed-feature.ts';
import type { ByEnvironment } from '../feature-index/read-seen.ts';

/** A feature in one environment, as lists show it. */
export const FeatureEnvironmentItem = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  type: Type.String(),
  sortOrder: Type.Number(),
  variantCount: Type.Number(),
  lastSeenAt: nullable(DateTime),
  hasStrategies: Type.Boolean(),
  hasEnabledStrategies: Type.Boolean(),
});

/** A feature as lists show it, health report and project overview included (reference, toggle side §5.4). */
export const FeatureItem = Type.Object({
  name: Type.String(),
  type: Type.String(),
  description: nullable(Type.String()),
  favorite: Type.Boolean(),
  createdAt: DateTime,
  stale: Type.Boolean(),
  impressionData: Type.Boolean(),
  lastSeenAt: nullable(DateTime),
  tags: Type.Optional(Type.Array(Tag)),
  environments: Type.Array(FeatureEnvironmentItem),
});
export type FeatureItem = Static<typeof FeatureItem>;

export function presentItem(feature: IndexedFeature, favorite: boolean, lastSeenAt: ByEnvironment<number>): FeatureItem {
  const seenIn = feature.settings.map(({ environment }) => lastSeenAt.get(environment.name)?.get(feature.name) ?? null);
  const newest = seenIn.reduce<number>((latest, at) => Math.max(latest, at ?? 0), 0);
  return {
    name: feature.name,
    type: feature.type,
    description: feature.description,
    favorite,
    createdAt: instantOf(feature.createdAt),
    stale: feature.stale,
    impressionData: feature.impressionData,
    lastSeenAt: instantOrNull(newest || null),
    ...(feature.tags.length > 0 && { tags: [...feature.tags] }),
    environments: feature.settings.map((settings, place) => presentSettings(settings, seenIn[place] ?? null)),
  };
}

/** Without a strategy nothing is on, whatever is stored. */
function presentSettings(settings: IndexedSettings, lastSeenAt: number | null): FeatureItem['environments'][number] {
  const { environment, enabled, variantCount, hasStrategies, hasEnabledStrategies } = settings;
  return {
    name: environment.name,
    enabled: enabled && hasStrategies,
    type: environment.type,
    sortOrder: environment.sort_order,
    variantCount,
    lastSeenAt: instantOrNull(lastSeenAt),
    hasStrategies,
    hasEnabledStrategies,
  };
}
