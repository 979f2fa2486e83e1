import type { EnvironmentState, FeatureState, StrategyState } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { FeatureDependency, presentDependency } from '../dependency/feature-dependency.ts';
import { Feature } from '../feature/feature.ts';
import { FeatureEnvironment } from '../feature/feature-environment.ts';
import { segmentsOf, Strategy } from '../strategy/strategy.ts';
import { FeatureTag } from '../tag/feature-tag.ts';

/** The evaluation form of those of the named features that are active, by name. Six statements, whatever their number. */
export async function readFeatureStates(em: EntityManager, names: readonly string[]): Promise<FeatureState[]> {
  if (names.length === 0) return [];
  const features = await em.find(Feature, { name: { $in: [...names] }, archivedAt: null }, { orderBy: { name: 'asc' } });
  const found = features.map(({ name }) => name);
  const environments = await em.find(FeatureEnvironment, { featureName: { $in: found } });
  const strategies = await em.find(
    Strategy,
    { featureName: { $in: found } },
    { orderBy: { sortOrder: 'asc', createdAt: 'asc', id: 'asc' } },
  );
  const segments = await segmentsOf(em, strategies);
  const parents = Map.groupBy(await em.find(FeatureDependency, { child: { $in: found } }), ({ child }) => child);
  const tagged = await em.find(FeatureTag, { featureName: { $in: found } }, { orderBy: { type: 'asc', value: 'asc' } });
  const tagsOf = Map.groupBy(tagged, ({ featureName }) => featureName);
  const settingsOf = Map.groupBy(environments, ({ featureName }) => featureName);
  const strategiesIn = Map.groupBy(strategies, ({ featureName, environment }) => `${featureName} ${environment}`);
  return features.map((feature) => ({
    name: feature.name,
    project: feature.project,
    type: feature.type,
    description: feature.description ?? null,
    stale: feature.stale,
    impressionData: feature.impressionData,
    dependencies: (parents.get(feature.name) ?? []).map(presentDependency),
    ...tagState(tagsOf.get(feature.name) ?? []),
    environments: Object.fromEntries(
      (settingsOf.get(feature.name) ?? []).map(({ environment, enabled, variants }) => {
        const own = strategiesIn.get(`${feature.name} ${environment}`) ?? [];
        return [environment, { enabled, variants, ...strategyStates(own, segments) }];
      }),
    ),
  }));
}

const tagState = (tags: readonly FeatureTag[]): Pick<FeatureState, 'tags'> =>
  tags.length === 0 ? {} : { tags: tags.map(({ type, value }) => `${type}:${value}`) };

type Strategies = Pick<EnvironmentState, 'strategies' | 'disabledStrategies'>;

/** Those that decide, and apart from them those that are switched off, with their places in the whole list. */
function strategyStates(own: readonly Strategy[], segments: ReadonlyMap<string, number[]>): Strategies {
  const states = own.map((strategy, position) => ({
    position,
    disabled: strategy.disabled,
    strategy: strategyState(strategy, segments.get(strategy.id) ?? []),
  }));
  const disabled = states.filter((state) => state.disabled);
  return {
    strategies: states.flatMap((state) => (state.disabled ? [] : [state.strategy])),
    ...(disabled.length > 0 && { disabledStrategies: disabled.map(({ position, strategy }) => ({ position, strategy })) }),
  };
}

function strategyState(strategy: Strategy, segments: number[]): StrategyState {
  const { name, parameters, constraints, variants, id, title } = strategy;
  return { name, parameters, constraints, variants, segments, id, ...(title && { title }) };
}
