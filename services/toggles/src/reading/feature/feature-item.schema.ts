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
  managedBy: Type.Optional(Type.String({ description: 'The set of documents that it belongs to.' })),
  tags: Type.Optional(Type.Array(Tag)),
  environments: Type.Array(FeatureEnvironmentItem),
});
export type FeatureItem = Static<typeof FeatureItem>;

/** A last-seen time with its JSON. Features that were reported together share it. */
export interface SeenAt {
  readonly at: number;
  readonly json: string;
}

const neverSeen: SeenAt = { at: 0, json: 'null' };

/** Returns a function that formats each time once. */
export function seenAtReader(): (ms: number) => SeenAt {
  const known = new Map<number, SeenAt>();
  return (at) => {
    const seen = known.get(at) ?? { at, json: `"${instantOf(at)}"` };
    known.set(at, seen);
    return seen;
  };
}

/** `serializeItem` as JSON text, from parts that are written once. The order of the properties differs. */
export function writeItem({ name, jsonParts, settings }: IndexedFeature, favorite: boolean, seen: ByEnvironment<SeenAt>): string {
  const [before, after] = jsonParts;
  let newest = neverSeen;
  let environments = '';
  for (const { shown, json } of settings) {
    const own = seen.get(shown.name)?.get(name) ?? neverSeen;
    if (own.at > newest.at) newest = own;
    environments += `${environments && ','}${json},"lastSeenAt":${own.json}}`;
  }
  return `${before},"favorite":${favorite},${after},"lastSeenAt":${newest.json},"environments":[${environments}]}`;
}

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
    ...(feature.managedBy && { managedBy: feature.managedBy }),
    ...(feature.tags.length > 0 && { tags: [...feature.tags] }),
    environments,
  };
}
