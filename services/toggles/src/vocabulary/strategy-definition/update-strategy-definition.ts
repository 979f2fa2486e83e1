import { isDeepStrictEqual } from 'node:util';
import { strategyUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockStrategyDefinition, refuseBuiltIn } from './strategy-definition.ts';
import {
  normaliseParameters,
  serializeStrategyDefinition,
  strategyDefinitionParams,
  UpdateStrategyDefinition,
} from './strategy-definition.schema.ts';

export const updateStrategyDefinitionRoute = route(
  {
    method: 'put',
    path: '/api/admin/strategies/:name',
    summary: 'Update a strategy type',
    permission: 'UPDATE_STRATEGY',
    params: strategyDefinitionParams,
    body: UpdateStrategyDefinition,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError'],
    events: [strategyUpdated],
  },
  ({ params, body }, context) => updateStrategyDefinition(context, params.name, body),
);

/** Strategies of features keep the parameters that they have. `managedBy` moves the type to a set of documents. */
export async function updateStrategyDefinition(
  context: Context,
  name: string,
  input: UpdateStrategyDefinition,
  managedBy?: string,
): Promise<void> {
  const definition = await lockStrategyDefinition(context, name);
  refuseBuiltIn(definition);
  const preData = serializeStrategyDefinition(definition);
  if (input.title !== undefined) definition.title = input.title || null;
  if (input.description !== undefined) definition.description = input.description ?? '';
  definition.parameters = normaliseParameters(input.parameters);
  if (managedBy !== undefined) definition.managedBy = managedBy;
  const data = serializeStrategyDefinition(definition);
  if (!isDeepStrictEqual(data, preData)) context.publish(strategyUpdated, { data, preData });
}
