import { strategyOrderChanged } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { findFeatureInEnvironment, type FeatureEnvironmentKey, environmentEventKeys } from '../feature/feature-in-environment.ts';
import { strategiesOf } from './strategy.ts';
import { StrategySortOrder } from './strategy.schema.ts';

export const StrategyOrder = Type.Array(Type.Object({ id: Type.String(), sortOrder: StrategySortOrder }));
type StrategyOrder = Static<typeof StrategyOrder>;

export const orderStrategiesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
    summary: 'Reorder the strategies of a feature',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: StrategyOrder,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [strategyOrderChanged],
  },
  ({ params, body }, context) => orderStrategies(context, params, body),
);

/** Sets the sort orders of the request. Skips ids of strategies elsewhere. */
export async function orderStrategies(context: Context, key: FeatureEnvironmentKey, order: StrategyOrder): Promise<void> {
  const target = await findFeatureInEnvironment(context, key);
  const strategies = await strategiesOf(context.em, key.featureName, key.environment);
  const requested = new Map(order.map(({ id, sortOrder }) => [id, sortOrder]));
  const moved = strategies.filter(({ id, sortOrder }) => (requested.get(id) ?? sortOrder) !== sortOrder);
  if (moved.length === 0) return;
  for (const strategy of moved) strategy.sortOrder = requested.get(strategy.id) ?? strategy.sortOrder;
  await context.em.flush();
  const after = await strategiesOf(context.em, key.featureName, key.environment);
  context.publish(strategyOrderChanged, {
    ...environmentEventKeys(target),
    data: { strategyIds: after.map(({ id }) => id) },
    preData: { strategyIds: strategies.map(({ id }) => id) },
  });
}
