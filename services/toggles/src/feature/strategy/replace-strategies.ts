import { featureStrategyAdd, featureStrategyRemove } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { environmentEventKeys, type FeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { switchOffWithoutStrategies } from '../feature/switch-feature.ts';
import { countStrategies } from './count-strategies.ts';
import { storeStrategies, type StrategyAddition } from './create-strategy.ts';
import { serializeStrategies, strategiesOf, type Strategy } from './strategy.ts';

/**
 * Replaces strategies of a locked feature by others in one step: the feature stays on, unless no enabled strategy is left
 * afterwards.
 */
export async function replaceStrategies(
  context: Context,
  target: FeatureInEnvironment,
  removed: readonly Strategy[],
  additions: readonly StrategyAddition[],
): Promise<void> {
  const { em } = context;
  const keys = environmentEventKeys(target);
  const before = await serializeStrategies(em, removed);
  for (const strategy of removed) em.remove(strategy);
  await countStrategies(em, [keys.featureName], [keys.environment]);
  const stored = await storeStrategies(context, additions);
  switchOffWithoutStrategies(context, target, await strategiesOf(em, keys.featureName, keys.environment));
  for (const preData of before) context.publish(featureStrategyRemove, { ...keys, preData });
  for (const { data } of stored) context.publish(featureStrategyAdd, { ...keys, data });
}
