import type { Context, EntityManager } from '@signalbox/kit';
import { Failure, type Snapshot } from '@signalbox/contracts';
import { Type } from 'typebox';
import { switchFeaturesOff } from '../feature/activation/switch-feature-off.ts';
import { switchFeaturesOn } from '../feature/activation/switch-feature-on.ts';
import { archiveFeature } from '../feature/archive/archive-feature.ts';
import { AddDependency, addDependency } from '../feature/dependency/add-dependency.ts';
import { serializeDependency } from '../feature/dependency/feature-dependency.ts';
import { removeAllDependencies } from '../feature/dependency/remove-all-dependencies.ts';
import { addStrategies } from '../feature/strategy/create-strategy.ts';
import { deleteStrategy } from '../feature/strategy/delete-strategy.ts';
import { orderStrategies, StrategyOrder } from '../feature/strategy/order-strategies.ts';
import { serializeStrategy, Strategy, strategiesOf } from '../feature/strategy/strategy.ts';
import { CreateStrategy, UpdateStrategy } from '../feature/strategy/strategy.schema.ts';
import { updateStrategies } from '../feature/strategy/update-strategy.ts';
import { replaceVariants } from '../feature/variant/update-environment-variants.ts';
import { FeatureVariants } from '../feature/variant/variant.schema.ts';
import { changeKind, type Item, type Target } from './change-kind.ts';
import type { CurrentState } from './current-state.ts';

/** More strategies than any feature has. */
const maxOrdered = 1000;

const strategyId = Type.String({ minLength: 1, maxLength: 100 });
const ExistingStrategy = Type.Object({ id: strategyId });

const inEnvironment = ({ featureName, environment }: Target): string => `${featureName} in ${environment}`;

export const switching = changeKind({
  payload: Type.Object({ enabled: Type.Boolean(), shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()) }),
  of: 'feature',
  turn: ({ enabled }) => (enabled ? 'switch' : 'in order'),
  execute: { together: switchFeatures },
  current: ({ settings }, { featureName }) => {
    const own = settings(featureName);
    return own ? { enabled: own.enabled } : null;
  },
  uses: ({ strategies }, { featureName }, { enabled }) => (enabled ? strategies(featureName).flatMap(({ segments }) => segments) : []),
  proposed: ({ enabled }) => ({ enabled }),
});

/** Adds a strategy, or restores one under its previous id. */
export const strategyAddition = changeKind({
  payload: Type.Object({ ...CreateStrategy.properties, restoredId: Type.Optional(Type.String({ format: 'uuid' })) }),
  of: 'feature',
  execute: {
    together: async (context, scene, items) => {
      await refuseTakenIds(
        context.em,
        items.flatMap(({ payload: { restoredId } }) => restoredId ?? []),
      );
      const additions = items.map(({ target: { featureName }, payload: { restoredId: id, ...input } }) => ({ featureName, input, id }));
      await addStrategies(context, scene, additions);
    },
    several: true,
  },
  uses: usedByStrategy,
  current: (present, target, { restoredId: id }) =>
    id === undefined ? { strategies: idsOf(present.strategies(target.featureName)) } : strategyNow(present, target, { id }),
  proposed: () => null,
});

/** Replaces a strategy, its segments included. */
export const strategyReplacement = changeKind({
  payload: Type.Object({ ...UpdateStrategy.properties, id: strategyId }),
  of: 'feature',
  turn: ({ disabled }) => (disabled ? 'last to go' : 'in order'),
  execute: {
    together: (context, scene, items) =>
      updateStrategies(
        context,
        scene,
        items.map(({ target: { featureName }, payload: { id, segments = [], ...input } }) => ({
          featureName,
          strategyId: id,
          input: { ...input, segments },
        })),
      ),
  },
  touches: (_target, { id }) => [{ kind: 'strategy', id }],
  uses: usedByStrategy,
  current: strategyNow,
  proposed: ({ id: _id, title, constraints = [], variants = [], segments = [], ...rest }) => ({
    ...rest,
    ...(title === undefined ? {} : { title }),
    constraints,
    variants,
    segments: segments.toSorted((one, other) => one - other),
  }),
});

export const strategyRemoval = changeKind({
  payload: Type.Object({ ...ExistingStrategy.properties, name: Type.Optional(Type.String()), title: Type.Optional(Type.Unknown()) }),
  of: 'feature',
  turn: () => 'last to go',
  execute: (context, target, { id }) => deleteStrategy(context, { ...target, strategyId: id }),
  touches: (_target, { id }) => [{ kind: 'strategy', id }],
  current: strategyNow,
  proposed: () => null,
});

/** Replaces the variants of a feature, although the wire calls the action a patch. */
export const variantReplacement = changeKind({
  payload: Type.Object({ variants: FeatureVariants }),
  of: 'feature',
  execute: {
    together: (context, scene, items) =>
      replaceVariants(context, scene, new Map(items.map(({ target, payload }) => [target.featureName, payload.variants]))),
  },
  touches: ({ featureName }) => [{ kind: 'variants', id: featureName }],
  current: ({ settings }, { featureName }) => {
    const own = settings(featureName);
    return own ? { variants: own.variants } : null;
  },
  proposed: ({ variants }) => ({ variants }),
});

/** Reorders strategies, all of which must exist. */
export const strategyOrdering = changeKind({
  payload: Type.Array(StrategyOrder.items, { maxItems: maxOrdered }),
  of: 'feature',
  execute: async (context, target, order) => {
    const known = idsOf(await strategiesOf(context.em, target.featureName, target.environment));
    const missing = order.find(({ id }) => !known.includes(id));
    if (missing) throw new Failure('NotFoundError', `There is no strategy ${missing.id} for ${inEnvironment(target)}.`);
    await orderStrategies(context, target, order);
  },
  touches: (_target, order) => order.map(({ id }) => ({ kind: 'strategy', id })),
  current: ({ strategies }, { featureName }) => ({ strategies: idsOf(strategies(featureName)) }),
  proposed: (order) => ({ strategies: order.toSorted((one, other) => one.sortOrder - other.sortOrder).map(({ id }) => id) }),
});

export const featureArchiving = changeKind({
  payload: Type.Object({}),
  of: 'feature',
  turn: () => 'end',
  execute: archiveFeature,
  current: ({ enabledIn }, { featureName }) => ({ enabledIn: enabledIn(featureName) }),
  proposed: () => null,
});

export const dependencyAddition = changeKind({
  payload: AddDependency,
  of: 'feature',
  execute: addDependency,
  touches: (_target, { feature }) => [{ kind: 'feature', id: feature }],
  current: dependencyNow,
  proposed: ({ feature, enabled = true, variants = [] }) => ({ dependency: { feature, enabled, variants: enabled ? variants : [] } }),
});

export const dependencyRemoval = changeKind({
  payload: Type.Object({}),
  of: 'feature',
  execute: removeAllDependencies,
  current: dependencyNow,
  proposed: () => ({ dependency: null }),
});

async function switchFeatures(
  context: Context,
  scene: Target,
  items: readonly Item<{ readonly enabled: boolean; readonly shouldActivateDisabledStrategies?: boolean }>[],
): Promise<void> {
  const ways = Map.groupBy(items, ({ payload: { enabled, shouldActivateDisabledStrategies: activates = false } }) =>
    enabled ? (activates ? 'on, with its strategies' : 'on') : 'off',
  );
  for (const [way, those] of ways) {
    const names = those.map(({ target }) => target.featureName);
    if (way === 'off') await switchFeaturesOff(context, scene, names);
    else await switchFeaturesOn(context, scene, names, way !== 'on');
  }
}

async function refuseTakenIds(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [taken] = await em.find(Strategy, { id: { $in: [...ids] } }, { limit: 1 });
  if (taken) throw new Failure('NameExistsError', `The strategy id ${taken.id} is already taken.`);
}

function usedByStrategy(
  _present: CurrentState,
  _target: Target,
  { segments = [] }: { readonly segments?: readonly number[] },
): readonly number[] {
  return segments;
}

const idsOf = (strategies: readonly { readonly id: string }[]): string[] => strategies.map(({ id }) => id);

function strategyNow({ strategies }: CurrentState, { featureName }: Target, { id }: { readonly id: string }): Snapshot {
  const strategy = strategies(featureName).find((one) => one.id === id);
  if (!strategy) return null;
  const { id: _id, sortOrder: _sortOrder, ...content } = serializeStrategy(strategy, strategy.segments);
  return content;
}

function dependencyNow({ dependency }: CurrentState, { featureName }: Target): Snapshot {
  const own = dependency(featureName);
  return { dependency: own ? serializeDependency(own) : null };
}
