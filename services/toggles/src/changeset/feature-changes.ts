import type { Context, EntityManager } from '@signalbox/kit';
import { Failure, type Snapshot } from '@signalbox/contracts';
import { Type } from 'typebox';
import { switchFeaturesOff } from '../feature/activation/switch-feature-off.ts';
import { switchFeaturesOn } from '../feature/activation/switch-feature-on.ts';
import { archiveFeature } from '../feature/archive/archive-feature.ts';
import { AddDependency, addDependency } from '../feature/dependency/add-dependency.ts';
import { FeatureDependency, presentDependency } from '../feature/dependency/feature-dependency.ts';
import { removeAllDependencies } from '../feature/dependency/remove-all-dependencies.ts';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { createStrategy } from '../feature/strategy/create-strategy.ts';
import { deleteStrategy } from '../feature/strategy/delete-strategy.ts';
import { orderStrategies, StrategyOrder } from '../feature/strategy/order-strategies.ts';
import { presentStored, strategiesOf, Strategy } from '../feature/strategy/strategy.ts';
import { CreateStrategy, UpdateStrategy } from '../feature/strategy/strategy.schema.ts';
import { updateStrategy } from '../feature/strategy/update-strategy.ts';
import { updateEnvironmentVariants } from '../feature/variant/update-environment-variants.ts';
import { FeatureVariants } from '../feature/variant/variant.schema.ts';
import { changeKind, type Target } from './change-kind.ts';

const strategyId = Type.String({ minLength: 1, maxLength: 100 });
const ExistingStrategy = Type.Object({ id: strategyId });

const inEnvironment = ({ featureName, environment }: Target): string => `${featureName} in ${environment}`;
const called = ({ title, name }: { readonly title?: string | null; readonly name?: string }): string => title || name || '';

/** Switches a feature on or off. */
export const switching = changeKind({
  payload: Type.Object({ enabled: Type.Boolean(), shouldActivateDisabledStrategies: Type.Optional(Type.Boolean()) }),
  of: 'feature',
  turn: ({ enabled }) => (enabled ? 'switch' : 'in order'),
  carryOut: (context, target, { enabled, shouldActivateDisabledStrategies }) =>
    enabled
      ? switchFeaturesOn(context, target, [target.featureName], shouldActivateDisabledStrategies)
      : switchFeaturesOff(context, target, [target.featureName]),
  current: async ({ em }, target) => {
    const settings = await settingsOf(em, target);
    return settings && { enabled: settings.enabled };
  },
  proposed: ({ enabled }) => ({ enabled }),
  sentence: (target, { enabled }) => `Switch ${target.featureName} ${enabled ? 'on' : 'off'} in ${target.environment}`,
});

/** Adds a strategy. */
export const strategyAddition = changeKind({
  payload: CreateStrategy,
  of: 'feature',
  carryOut: createStrategy,
  current: async ({ em }, target) => ({ strategies: await idsOf(em, target) }),
  proposed: () => null,
  sentence: (target, payload) => `Add the strategy ${called(payload)} to ${inEnvironment(target)}`,
});

/** Replaces a strategy, its segments included. */
export const strategyReplacement = changeKind({
  payload: Type.Object({ ...UpdateStrategy.properties, id: strategyId }),
  of: 'feature',
  turn: ({ disabled }) => (disabled ? 'last to go' : 'in order'),
  carryOut: (context, target, { id, segments = [], ...input }) =>
    updateStrategy(context, { ...target, strategyId: id }, { ...input, segments }),
  touches: (_target, { id }) => [{ kind: 'strategy', id }],
  current: ({ em }, target, { id }) => strategyNow(em, target, id),
  proposed: ({ id: _id, title, constraints = [], variants = [], segments = [], ...rest }) => ({
    ...rest,
    ...(title === undefined ? {} : { title }),
    constraints,
    variants,
    segments: segments.toSorted((one, other) => one - other),
  }),
  sentence: (target, payload) => `Change the strategy ${called(payload) || payload.id} of ${inEnvironment(target)}`,
});

/** Deletes a strategy. */
export const strategyRemoval = changeKind({
  payload: Type.Object({ ...ExistingStrategy.properties, name: Type.Optional(Type.String()), title: Type.Optional(Type.Unknown()) }),
  of: 'feature',
  turn: () => 'last to go',
  carryOut: (context, target, { id }) => deleteStrategy(context, { ...target, strategyId: id }),
  touches: (_target, { id }) => [{ kind: 'strategy', id }],
  current: ({ em }, target, { id }) => strategyNow(em, target, id),
  proposed: () => null,
  sentence: (target, { id, name }) => `Delete the strategy ${name ?? id} of ${inEnvironment(target)}`,
});

/** Replaces the variants of a feature, despite the name that the wire has for it. */
export const variantReplacement = changeKind({
  payload: Type.Object({ variants: FeatureVariants }),
  of: 'feature',
  carryOut: (context, target, { variants }) => updateEnvironmentVariants(context, target, variants),
  touches: ({ featureName }) => [{ kind: 'variants', id: featureName }],
  current: async ({ em }, target) => {
    const settings = await settingsOf(em, target);
    return settings && { variants: settings.variants };
  },
  proposed: ({ variants }) => ({ variants }),
  sentence: (target, { variants }) =>
    `Give ${inEnvironment(target)} ${variants.length === 1 ? 'one variant' : `${variants.length} variants`}`,
});

/** Orders strategies, each of which must be there. */
export const strategyOrdering = changeKind({
  payload: StrategyOrder,
  of: 'feature',
  carryOut: async (context, target, order) => {
    const known = await idsOf(context.em, target);
    const missing = order.find(({ id }) => !known.includes(id));
    if (missing) throw new Failure('NotFoundError', `There is no strategy ${missing.id} of ${inEnvironment(target)}.`);
    await orderStrategies(context, target, order);
  },
  touches: (_target, order) => order.map(({ id }) => ({ kind: 'strategy', id })),
  current: async ({ em }, target) => ({ strategies: await idsOf(em, target) }),
  proposed: (order) => ({ strategies: order.toSorted((one, other) => one.sortOrder - other.sortOrder).map(({ id }) => id) }),
  sentence: (target) => `Change the order of the strategies of ${inEnvironment(target)}`,
});

/** Archives a feature, in all environments. */
export const featureArchiving = changeKind({
  payload: Type.Object({}),
  of: 'feature',
  projectWide: true,
  turn: () => 'end',
  carryOut: archiveFeature,
  current: async ({ em }, { featureName }) => {
    const on = await em.find(FeatureEnvironment, { featureName, enabled: true }, { orderBy: { environment: 'asc' } });
    return { enabledIn: on.map(({ environment }) => environment) };
  },
  proposed: () => null,
  sentence: ({ featureName }) => `Archive ${featureName}`,
});

/** Makes a feature depend on another. */
export const dependencyAddition = changeKind({
  payload: AddDependency,
  of: 'feature',
  projectWide: true,
  carryOut: addDependency,
  touches: (_target, { feature }) => [{ kind: 'feature', id: feature }],
  current: dependencyNow,
  proposed: ({ feature, enabled = true, variants = [] }) => ({ dependency: { feature, enabled, variants: enabled ? variants : [] } }),
  sentence: ({ featureName }, { feature }) => `Make ${featureName} depend on ${feature}`,
});

/** Frees a feature from its parent. */
export const dependencyRemoval = changeKind({
  payload: Type.Object({}),
  of: 'feature',
  projectWide: true,
  carryOut: removeAllDependencies,
  current: dependencyNow,
  proposed: () => ({ dependency: null }),
  sentence: ({ featureName }) => `Remove what ${featureName} depends on`,
});

const settingsOf = (em: EntityManager, { featureName, environment }: Target): Promise<FeatureEnvironment | null> =>
  em.findOne(FeatureEnvironment, { featureName, environment });

async function idsOf(em: EntityManager, { featureName, environment }: Target): Promise<string[]> {
  return (await strategiesOf(em, featureName, environment)).map(({ id }) => id);
}

async function strategyNow(em: EntityManager, { featureName, environment }: Target, id: string): Promise<Snapshot> {
  const strategy = await em.findOne(Strategy, { id, featureName, environment });
  if (!strategy) return null;
  const { id: _id, sortOrder: _sortOrder, ...content } = await presentStored(em, strategy);
  return content;
}

async function dependencyNow({ em }: Context, { featureName }: Target): Promise<Snapshot> {
  const dependency = await em.findOne(FeatureDependency, { child: featureName });
  return { dependency: dependency && presentDependency(dependency) };
}
