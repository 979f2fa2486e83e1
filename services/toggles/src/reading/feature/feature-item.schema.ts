import { DateTime, nullable, Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { instantOf } from '../../tables/tables.ts';
import { FeatureEnvironmentItem, type IndexedFeature } from '../feature-index/indexed-feature.ts';
import type { ByEnvironment } from '../feature-index/read-seen.ts';

/** A feature in lists, including those in health reports and project overviews (reference, toggle side §5.4). */
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

export function serializeItem(feature: IndexedFeature, favorite: boolean, lastSeenAt: ByEnvironment<number>): FeatureItem {
  let newest = { at: 0, text: null as string | null };
  const environments = feature.settings.map(({ shown }) => {
    const at = lastSeenAt.get(shown.name)?.get(feature.name);
    if (at === undefined) return shown;
    const text = instantOf(at);
    if (at > newest.at) newest = { at, text };
    return { ...shown, lastSeenAt: text };
  });
  return {
    name: feature.name,
    type: feature.type,
    description: feature.description,
    favorite,
    createdAt: feature.createdAtText,
    stale: feature.stale,
    impressionData: feature.impressionData,
    lastSeenAt: newest.text,
    ...(feature.tags.length > 0 && { tags: [...feature.tags] }),
    environments,
  };
}
