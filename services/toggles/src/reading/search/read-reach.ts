import { type Reach, reachOf } from '@signalbox/engine';
import type { FeatureVariant } from '@signalbox/contracts';
import { compositeKey, type EntityManager } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import { readStrategies, type ReadStrategy } from '../../feature/strategy/strategy.ts';

/** Who gets a feature in one environment: `reachOf` of the engine says what each part means. */
export const FeatureReach = Type.Object({
  kind: Type.Enum(['nobody', 'some', 'everybody']),
  share: Type.Optional(Type.Number()),
  /** By name. */
  segments: Type.Array(Type.String()),
  fields: Type.Array(Type.String()),
  strategies: Type.Integer(),
  variants: Type.Integer(),
});
export type FeatureReach = Static<typeof FeatureReach>;

/** The reach of the features in each environment. Four statements, whatever their number. */
export async function readReach(em: EntityManager, names: readonly string[]) {
  const settings = names.length === 0 ? [] : await readSettings(em, names);
  const strategies = Map.groupBy(await readStrategies(em, names), ({ featureName, environment }) => compositeKey(featureName, environment));
  const reaches = new Map(
    settings.map(({ feature_name, environment, enabled, variants }) => {
      const key = compositeKey(feature_name, environment);
      return [key, reachWith(Boolean(enabled), JSON.parse(variants) as FeatureVariant[], strategies.get(key) ?? [])];
    }),
  );
  const segments = await readSegmentNames(em, [...reaches.values()]);
  return (name: string, environment: string): FeatureReach | undefined => {
    const reach = reaches.get(compositeKey(name, environment));
    return reach && { ...reach, segments: reach.segments.flatMap((id) => segments.get(id) ?? []), fields: [...reach.fields] };
  };
}

function reachWith(enabled: boolean, variants: FeatureVariant[], all: readonly ReadStrategy[]): Reach {
  const strategies = all.filter(({ disabled }) => !disabled);
  return reachOf({ enabled, variants, strategies, hasDisabled: strategies.length < all.length });
}

const readSettings = (em: EntityManager, names: readonly string[]) =>
  tablesOf(em)
    .selectFrom('feature_environment')
    .select(['feature_name', 'environment', 'enabled', 'variants'])
    .where('feature_name', 'in', [...names])
    .execute();

async function readSegmentNames(em: EntityManager, reaches: readonly Reach[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(reaches.flatMap(({ segments }) => segments))];
  if (ids.length === 0) return new Map();
  const rows = await tablesOf(em).selectFrom('segment').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
