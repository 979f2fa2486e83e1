import { strategyDeprecated, strategyReactivated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockStrategyDefinition } from './strategy-definition.ts';
import { strategyDefinitionParams } from './strategy-definition.schema.ts';

export const deprecateStrategyDefinitionRoute = route(
  {
    method: 'post',
    path: '/api/admin/strategies/:name/deprecate',
    summary: 'Deprecate a strategy type',
    permission: 'UPDATE_STRATEGY',
    params: strategyDefinitionParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [strategyDeprecated],
  },
  ({ params }, context) => setDeprecated(context, params.name, true),
);

export const reactivateStrategyDefinitionRoute = route(
  {
    method: 'post',
    path: '/api/admin/strategies/:name/reactivate',
    summary: 'Reactivate a deprecated strategy type',
    permission: 'UPDATE_STRATEGY',
    params: strategyDefinitionParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [strategyReactivated],
  },
  ({ params }, context) => setDeprecated(context, params.name, false),
);

/** Evaluation of existing strategies of the type does not change. */
export async function setDeprecated(context: Context, name: string, deprecated: boolean): Promise<void> {
  const definition = await lockStrategyDefinition(context, name);
  if (definition.deprecated === deprecated) return;
  definition.deprecated = deprecated;
  context.publish(deprecated ? strategyDeprecated : strategyReactivated, { data: { name } });
}
