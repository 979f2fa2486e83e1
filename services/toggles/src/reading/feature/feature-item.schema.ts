import { DateTime, type FeatureVariant, nullable, Tag } from '@signalbox/contracts';
import { compareTexts } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { instantOf, instantOrNull, type Tables } from '../../base/database/tables.ts';

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

type FeatureRow = Pick<Tables['feature'], 'name' | 'type' | 'description' | 'stale' | 'impression_data' | 'created_at'> & {
  readonly favorite: unknown;
};

type EnvironmentRow = Pick<Tables['environment'], 'name' | 'type' | 'sort_order'> &
  Pick<Tables['feature_environment'], 'enabled' | 'variants' | 'last_seen_at' | 'strategy_count' | 'enabled_strategy_count'>;

export function presentItem(feature: FeatureRow, environments: readonly EnvironmentRow[], tags: Tag[]): FeatureItem {
  const lastSeen = Math.max(0, ...environments.map(({ last_seen_at }) => last_seen_at ?? 0));
  return {
    name: feature.name,
    type: feature.type,
    description: feature.description,
    favorite: Boolean(feature.favorite),
    createdAt: instantOf(feature.created_at),
    stale: Boolean(feature.stale),
    impressionData: Boolean(feature.impression_data),
    lastSeenAt: instantOrNull(lastSeen || null),
    ...(tags.length > 0 && { tags }),
    environments: environments.toSorted(bySortOrder).map(presentEnvironment),
  };
}

/** Sorted here: a database would carry the texts of all rows through a temporary table. */
function bySortOrder(one: EnvironmentRow, other: EnvironmentRow): number {
  return one.sort_order - other.sort_order || compareTexts(one.name, other.name);
}

/** Without a strategy nothing is on, whatever is stored. */
function presentEnvironment(row: EnvironmentRow): FeatureItem['environments'][number] {
  return {
    name: row.name,
    enabled: Boolean(row.enabled) && row.strategy_count > 0,
    type: row.type,
    sortOrder: row.sort_order,
    variantCount: (JSON.parse(row.variants) as FeatureVariant[]).length,
    lastSeenAt: instantOrNull(row.last_seen_at),
    hasStrategies: row.strategy_count > 0,
    hasEnabledStrategies: row.enabled_strategy_count > 0,
  };
}
