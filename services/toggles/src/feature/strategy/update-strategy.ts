import { isDeepStrictEqual } from 'node:util';
import { featureEnvironmentDisabled, FeatureStrategy, featureStrategyUpdate } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { recordContext } from '../../vocabulary/context-field/strategy-context.ts';
import { switchOffWithoutStrategies } from '../feature/switch-feature.ts';
import { countStrategies } from './count-strategies.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { findFeatureInEnvironment, type FeatureInEnvironment, environmentEventKeys } from '../feature/feature-in-environment.ts';
import { type StrategyContent, normaliseStrategy } from './normalise-strategy.ts';
import {
  findStrategy,
  presentStored,
  presentStrategy,
  type PresentedStrategy,
  strategiesOf,
  type Strategy,
  type StrategyKey,
  StrategySegment,
} from './strategy.ts';
import { strategyParams, UpdateStrategy } from './strategy.schema.ts';

export const updateStrategyRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    summary: 'Update a strategy of a feature; omitted constraints and variants are removed',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: strategyParams,
    body: UpdateStrategy,
    answers: { 200: FeatureStrategy },
    headers: undeclaredWarning,
    failures: ['BadDataError', 'NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureStrategyUpdate, featureEnvironmentDisabled],
  },
  async ({ params, body }, context) => {
    const strategy = await updateStrategy(context, params, body);
    return warned(context.em, strategy, strategy.constraints);
  },
);

/**
 * Changes a strategy. What is not given stays, except constraints and variants, which are then none (reference, toggle
 * side §6.3). The feature is switched off where no enabled strategy is left.
 */
export async function updateStrategy(context: Context, key: StrategyKey, input: UpdateStrategy): Promise<PresentedStrategy> {
  const target = await findFeatureInEnvironment(context, key);
  const strategy = await findStrategy(context.em, key);
  const before = await presentStored(context.em, strategy);
  const content = await normaliseStrategy(context, target.feature.project, {
    input: { ...before, constraints: [], variants: [], ...input },
    pointer: { path: '' },
    keys: key,
  });
  // Normalising distributes weights by the order sent, which is not the stored one: variants that stay keep their weights.
  const variants = isDeepStrictEqual(input.variants, before.variants) ? before.variants : content.variants;
  const data = await rewriteStrategy(context, target, { strategy, preData: before, content: { ...content, variants } });
  const strategies = await strategiesOf(context.em, key.featureName, key.environment);
  switchOffWithoutStrategies(context, target, strategies);
  return data;
}

interface StrategyChange {
  readonly strategy: Strategy;
  /** As it was. */
  readonly preData: PresentedStrategy;
  readonly content: StrategyContent;
}

/** Stores the new content and states the change, if there is one. */
export async function rewriteStrategy(context: Context, target: FeatureInEnvironment, change: StrategyChange): Promise<PresentedStrategy> {
  const { strategy, preData, content } = change;
  const { segments, ...columns } = content;
  Object.assign(strategy, columns);
  const data = presentStrategy(strategy, segments);
  if (isDeepStrictEqual(data, preData)) return data;
  await replaceSegments(context, strategy, preData.segments, segments);
  await recordContext(context.em, strategy.id, preData.constraints, data.constraints);
  if (data.disabled !== preData.disabled) await countStrategies(context.em, [strategy.featureName], [strategy.environment]);
  context.publish(featureStrategyUpdate, { ...environmentEventKeys(target), data, preData });
  return data;
}

async function replaceSegments(context: Context, strategy: Strategy, old: readonly number[], wanted: readonly number[]): Promise<void> {
  const { id: strategyId, featureName } = strategy;
  const dropped = old.filter((id) => !wanted.includes(id));
  if (dropped.length > 0) await context.em.nativeDelete(StrategySegment, { strategyId, segmentId: { $in: dropped } });
  const added = wanted.filter((id) => !old.includes(id));
  for (const segmentId of added) context.em.create(StrategySegment, { strategyId, segmentId, featureName });
}
