import { featureEnvironmentDisabled, featureStrategyRemove } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { switchOffWithoutStrategies } from '../feature/switch-feature.ts';
import { countStrategies } from './count-strategies.ts';
import { findFeatureInEnvironment, environmentEventKeys } from '../feature/feature-in-environment.ts';
import { findStrategy, refuseOfMilestone, serializeStored, strategiesOf, type StrategyKey } from './strategy.ts';
import { strategyParams } from './strategy.schema.ts';

export const deleteStrategyRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    summary: 'Delete a strategy of a feature',
    permission: 'DELETE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: strategyParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureEnvironmentDisabled, featureStrategyRemove],
  },
  ({ params }, context) => deleteStrategy(context, params),
);

/** Deletes a strategy. Switches the feature off first if no other enabled strategy is left. */
export async function deleteStrategy(context: Context, key: StrategyKey): Promise<void> {
  const target = await findFeatureInEnvironment(context, key);
  const strategy = await findStrategy(context.em, key);
  refuseOfMilestone(strategy);
  const preData = await serializeStored(context.em, strategy);
  const strategies = await strategiesOf(context.em, key.featureName, key.environment);
  switchOffWithoutStrategies(
    context,
    target,
    strategies.filter(({ id }) => id !== strategy.id),
  );
  context.em.remove(strategy);
  await countStrategies(context.em, [strategy.featureName], [strategy.environment]);
  context.publish(featureStrategyRemove, { ...environmentEventKeys(target), preData });
}
