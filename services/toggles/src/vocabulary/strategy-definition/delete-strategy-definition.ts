import { Failure, strategyDeleted } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { usersInMilestones } from '../use/uses-in-milestones.ts';
import { lockStrategyDefinition, refuseBuiltIn } from './strategy-definition.ts';
import { strategyDefinitionParams } from './strategy-definition.schema.ts';

export const deleteStrategyDefinitionRoute = route(
  {
    method: 'delete',
    path: '/api/admin/strategies/:name',
    summary: 'Delete an unused strategy type',
    permission: 'DELETE_STRATEGY',
    params: strategyDefinitionParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError'],
    events: [strategyDeleted],
  },
  ({ params }, context) => deleteStrategyDefinition(context, params.name),
);

export async function deleteStrategyDefinition(context: Context, name: string): Promise<void> {
  const definition = await lockStrategyDefinition(context, name);
  refuseBuiltIn(definition);
  const uses = await countUses(context.em, name);
  if (uses > 0) {
    const message = `The strategy type ${name} is used ${uses} times, including archived features, release templates and release plans. Deprecate it to prevent new uses.`;
    throw new Failure('InvalidOperationError', message);
  }
  context.em.remove(definition);
  context.publish(strategyDeleted, { data: { name } });
}

async function countUses(em: EntityManager, name: string): Promise<number> {
  const uses = tablesOf(em).selectFrom('feature_strategy').where('strategy_name', '=', name);
  const { count } = await uses.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const { templates, plans } = await usersInMilestones(em, name, (strategy) => strategy.name === name);
  return Number(count) + templates + plans;
}
