import { type Decides, type Reach, reachOf } from '@signalbox/engine';
import type { FeatureVariant } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compositeKey, Projection } from '@signalbox/table';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import { readStrategies } from '../../feature/strategy/strategy.ts';

/** The reach of the features in each environment. Executes four statements in total. */
export async function readReach(em: EntityManager, names: readonly string[]) {
  const settings = names.length === 0 ? [] : await readSettings(em, names);
  const strategies = Map.groupBy(await readStrategies(em, names), ({ featureName, environment }) => compositeKey(featureName, environment));
  const reaches = new Map(
    settings.map(({ featureName, environment, enabled, variants }) => {
      const key = compositeKey(featureName, environment);
      return [key, reachWith(enabled, variants, strategies.get(key) ?? [])];
    }),
  );
  const serialize = await serializerOf(em, [...reaches.values()]);
  return (name: string, environment: string): FeatureReach | undefined => {
    const reach = reaches.get(compositeKey(name, environment));
    return reach && serialize(reach);
  };
}

/** The data of a feature in one environment. */
interface ReadSetting {
  readonly name: string;
  readonly enabled: boolean;
  readonly variants: readonly FeatureVariant[];
  readonly strategies: Strategies;
}

/** Like `readReach`, for one feature whose data has been read except the names of segments. Returns the reach by environment. */
export async function reachesOf(em: EntityManager, settings: readonly ReadSetting[]): Promise<ReadonlyMap<string, FeatureReach>> {
  const reaches = settings.map(({ name, enabled, variants, strategies }) => [name, reachWith(enabled, variants, strategies)] as const);
  const serialize = await serializerOf(
    em,
    reaches.map(([, reach]) => reach),
  );
  return new Map(reaches.map(([name, reach]) => [name, serialize(reach)]));
}

async function serializerOf(em: EntityManager, reaches: readonly Reach[]): Promise<(reach: Reach) => FeatureReach> {
  const segments = await readSegmentNames(em, reaches);
  return (reach) => ({ ...reach, segments: reach.segments.flatMap((id) => segments.get(id) ?? []), fields: [...reach.fields] });
}

type Strategies = readonly (Decides['strategies'][number] & { readonly disabled: boolean | null })[];

function reachWith(enabled: boolean, variants: readonly FeatureVariant[], all: Strategies): Reach {
  const strategies = all.filter(({ disabled }) => !disabled);
  return reachOf({ enabled, variants: [...variants], strategies, hasDisabled: strategies.length < all.length });
}

const ownSettings = new Projection(featureEnvironmentTable, ['featureName', 'environment', 'enabled', 'variants']);

const readSettings = (em: EntityManager, names: readonly string[]) =>
  ownSettings.read(tablesOf(em).selectFrom('feature_environment').where('feature_name', 'in', names));

async function readSegmentNames(em: EntityManager, reaches: readonly Reach[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(reaches.flatMap(({ segments }) => segments))];
  if (ids.length === 0) return new Map();
  const rows = await tablesOf(em).selectFrom('segment').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
