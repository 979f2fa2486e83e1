import type { EnvironmentState, FeatureState, FeatureVariant, StrategyState, Tag } from '@signalbox/contracts';
import { compositeKey, type EntityManager } from '@signalbox/kit';
import { presentDependency } from '../../feature/dependency/feature-dependency.ts';
import { readStrategies, type ReadStrategy } from '../../feature/strategy/strategy.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { tablesOf } from '../../base/database/tables.ts';

/** The evaluation form of those of the named features that are active, by name. Six statements, whatever their number. */
export async function readFeatureStates(em: EntityManager, names: readonly string[]): Promise<FeatureState[]> {
  if (names.length === 0) return [];
  const features = await readActive(em, names);
  const found = features.map(({ name }) => name);
  if (found.length === 0) return [];
  const settings = Map.groupBy(await readSettings(em, found), ({ feature_name }) => feature_name);
  const strategies = Map.groupBy(await readStrategies(em, found), ({ featureName, environment }) => compositeKey(featureName, environment));
  const parents = Map.groupBy(await readParents(em, found), ({ child }) => child);
  const tags = await readTags(em, found);
  return features.map(({ name, project_id, type, description, stale, impression_data }) => ({
    name,
    project: project_id,
    type,
    description,
    stale: Boolean(stale),
    impressionData: Boolean(impression_data),
    dependencies: (parents.get(name) ?? []).map(({ parent, enabled, variants }) =>
      presentDependency({ parent, enabled: Boolean(enabled), variants: JSON.parse(variants) as string[] }),
    ),
    ...tagState(tags.get(name) ?? []),
    environments: Object.fromEntries(
      (settings.get(name) ?? []).map(({ environment, enabled, variants }) => [
        environment,
        {
          enabled: Boolean(enabled),
          variants: JSON.parse(variants) as FeatureVariant[],
          ...strategyStates(strategies.get(compositeKey(name, environment)) ?? []),
        },
      ]),
    ),
  }));
}

function readActive(em: EntityManager, names: readonly string[]) {
  return tablesOf(em)
    .selectFrom('feature')
    .select(['name', 'project_id', 'type', 'description', 'stale', 'impression_data'])
    .where('name', 'in', [...names])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute();
}

function readSettings(em: EntityManager, names: readonly string[]) {
  return tablesOf(em)
    .selectFrom('feature_environment')
    .select(['feature_name', 'environment', 'enabled', 'variants'])
    .where('feature_name', 'in', [...names])
    .execute();
}

function readParents(em: EntityManager, names: readonly string[]) {
  return tablesOf(em)
    .selectFrom('feature_dependency')
    .selectAll()
    .where('child', 'in', [...names])
    .execute();
}

const tagState = (tags: readonly Tag[]): Pick<FeatureState, 'tags'> =>
  tags.length === 0 ? {} : { tags: tags.map(({ type, value }) => `${type}:${value}`) };

type Strategies = Pick<EnvironmentState, 'strategies' | 'disabledStrategies'>;

/** Those that decide, and apart from them those that are switched off, with their positions in the whole list. */
function strategyStates(own: readonly ReadStrategy[]): Strategies {
  const states = own.map((strategy, position) => ({
    position,
    disabled: strategy.disabled,
    strategy: strategyState(strategy),
  }));
  const disabled = states.filter((state) => state.disabled);
  return {
    strategies: states.flatMap((state) => (state.disabled ? [] : [state.strategy])),
    ...(disabled.length > 0 && { disabledStrategies: disabled.map(({ position, strategy }) => ({ position, strategy })) }),
  };
}

function strategyState({ name, parameters, constraints, variants, segments, id, title }: ReadStrategy): StrategyState {
  return { name, parameters, constraints, variants, segments, id, ...(title && { title }) };
}
