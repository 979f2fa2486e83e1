import type { Context, EntityManager } from '@signalbox/kit';
import { changes, Failure, type Snapshot } from '@signalbox/contracts';
import { Type } from 'typebox';
import { switchFeaturesOff } from '../feature/activation/switch-feature-off.ts';
import { switchFeatureOnRoute, switchFeaturesOn } from '../feature/activation/switch-feature-on.ts';
import { archiveFeature, archiveFeatureRoute } from '../feature/archive/archive-feature.ts';
import { AddDependency, addDependency, addDependencyRoute } from '../feature/dependency/add-dependency.ts';
import { serializeDependency } from '../feature/dependency/feature-dependency.ts';
import { removeAllDependencies, removeAllDependenciesRoute } from '../feature/dependency/remove-all-dependencies.ts';
import { addStrategies, createStrategyRoute } from '../feature/strategy/create-strategy.ts';
import { deleteStrategy, deleteStrategyRoute } from '../feature/strategy/delete-strategy.ts';
import { orderStrategies, orderStrategiesRoute, StrategyOrder } from '../feature/strategy/order-strategies.ts';
import { serializeStrategy, Strategy, strategiesOf } from '../feature/strategy/strategy.ts';
import { CreateStrategy, UpdateStrategy } from '../feature/strategy/strategy.schema.ts';
import { updateStrategies, updateStrategyRoute } from '../feature/strategy/update-strategy.ts';
import { replaceVariants, updateEnvironmentVariantsRoute } from '../feature/variant/update-environment-variants.ts';
import { FeatureVariants } from '../feature/variant/variant.schema.ts';
import { changeKind, type Item, type Target } from './change-kind.ts';
import type { CurrentState } from './current-state.ts';

/** More strategies than any feature has. */
const maxOrdered = 1000;

const strategyId = Type.String({ minLength: 1, maxLength: 100 });
const ExistingStrategy = Type.Object({ id: strategyId });

const inEnvironment = ({ featureName, environment }: Target): string => `${featureName} in ${environment}`;

/** Kinds of changes of a feature, except those of its release plan. */
export const featureKinds = {
  updateEnabled: changeKind(changes.updateEnabled, {
    route: switchFeatureOnRoute,
    payload: Type.Object({ enabled: Type.Boolean(), shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()) }),
    turn: ({ enabled }) => (enabled ? 'switch' : 'in order'),
    execute: { together: switchFeatures },
    current: ({ settings }, { featureName }) => {
      const own = settings(featureName);
      return own ? { enabled: own.enabled } : null;
    },
    uses: ({ strategies }, { featureName }, { enabled }) => (enabled ? strategies(featureName).flatMap(({ segments }) => segments) : []),
    proposed: ({ enabled }) => ({ enabled }),
  }),

  /** Adds a strategy, or restores one under its previous id. */
  addStrategy: changeKind(changes.addStrategy, {
    route: createStrategyRoute,
    payload: Type.Object({ ...CreateStrategy.properties, restoredId: Type.Optional(Type.String({ format: 'uuid' })) }),
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
  }),

  /** Replaces a strategy, its segments included. */
  updateStrategy: changeKind(changes.updateStrategy, {
    route: updateStrategyRoute,
    payload: Type.Object({ ...UpdateStrategy.properties, id: strategyId }),
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
  }),

  deleteStrategy: changeKind(changes.deleteStrategy, {
    route: deleteStrategyRoute,
    payload: Type.Object({ ...ExistingStrategy.properties, name: Type.Optional(Type.String()), title: Type.Optional(Type.Unknown()) }),
    turn: () => 'last to go',
    execute: (context, target, { id }) => deleteStrategy(context, { ...target, strategyId: id }),
    touches: (_target, { id }) => [{ kind: 'strategy', id }],
    current: strategyNow,
    proposed: () => null,
  }),

  /** Replaces the variants of a feature, although the wire calls the action a patch. */
  patchVariant: changeKind(changes.patchVariant, {
    route: updateEnvironmentVariantsRoute,
    payload: Type.Object({ variants: FeatureVariants }),
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
  }),

  /** Reorders strategies, all of which must exist. */
  reorderStrategy: changeKind(changes.reorderStrategy, {
    route: orderStrategiesRoute,
    payload: Type.Array(StrategyOrder.items, { maxItems: maxOrdered }),
    execute: async (context, target, order) => {
      const known = idsOf(await strategiesOf(context.em, target.featureName, target.environment));
      const missing = order.find(({ id }) => !known.includes(id));
      if (missing) throw new Failure('NotFoundError', `There is no strategy ${missing.id} for ${inEnvironment(target)}.`);
      await orderStrategies(context, target, order);
    },
    touches: (_target, order) => order.map(({ id }) => ({ kind: 'strategy', id })),
    current: ({ strategies }, { featureName }) => ({ strategies: idsOf(strategies(featureName)) }),
    proposed: (order) => ({ strategies: order.toSorted((one, other) => one.sortOrder - other.sortOrder).map(({ id }) => id) }),
  }),

  archiveFeature: changeKind(changes.archiveFeature, {
    route: archiveFeatureRoute,
    payload: Type.Object({}),
    turn: () => 'end',
    execute: archiveFeature,
    current: ({ enabledIn }, { featureName }) => ({ enabledIn: enabledIn(featureName) }),
    proposed: () => null,
  }),

  addDependency: changeKind(changes.addDependency, {
    route: addDependencyRoute,
    payload: AddDependency,
    execute: addDependency,
    touches: (_target, { feature }) => [{ kind: 'feature', id: feature }],
    current: dependencyNow,
    proposed: ({ feature, enabled = true, variants = [] }) => ({ dependency: { feature, enabled, variants: enabled ? variants : [] } }),
  }),

  deleteDependency: changeKind(changes.deleteDependency, {
    route: removeAllDependenciesRoute,
    payload: Type.Object({}),
    execute: removeAllDependencies,
    current: dependencyNow,
    proposed: () => ({ dependency: null }),
  }),
};

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
