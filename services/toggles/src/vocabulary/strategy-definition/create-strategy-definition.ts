import { Failure, strategyCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { StrategyDefinition } from './strategy-definition.ts';
import {
  CreateStrategyDefinition,
  normaliseParameters,
  serializeStrategyDefinition,
  StrategyDefinitionShape,
} from './strategy-definition.schema.ts';

export const createStrategyDefinitionRoute = route(
  {
    method: 'post',
    path: '/api/admin/strategies',
    summary: 'Create a custom strategy type, which applications implement themselves',
    permission: 'CREATE_STRATEGY',
    body: CreateStrategyDefinition,
    answers: { 201: StrategyDefinitionShape },
    headers: { Location: 'The URL of the strategy type.' },
    failures: ['NameExistsError'],
    events: [strategyCreated],
  },
  async ({ body }, context) => {
    const definition = serializeStrategyDefinition(await createStrategyDefinition(context, body));
    return new Reply(definition, { headers: { location: `strategies/${definition.name}` } });
  },
);

const afterBuiltIn = 9999;

/** Custom types are listed after the built-in ones, by name. `managedBy` is the set of documents that creates it. */
export async function createStrategyDefinition(
  context: Context,
  input: CreateStrategyDefinition,
  managedBy?: string,
): Promise<StrategyDefinition> {
  if (await context.em.findOne(StrategyDefinition, { name: input.name })) {
    throw new Failure('NameExistsError', `A strategy type named ${input.name} already exists.`);
  }
  const definition = storeStrategyDefinition(context, { ...input, displayName: input.name, deprecated: false, managedBy });
  context.publish(strategyCreated, { data: serializeStrategyDefinition(definition) });
  return definition;
}

/** Stores a strategy type whose name must be free. */
export function storeStrategyDefinition(
  { em }: Pick<Context, 'em'>,
  input: CreateStrategyDefinition & {
    readonly displayName: string;
    readonly deprecated?: boolean;
    readonly managedBy?: string | undefined;
  },
): StrategyDefinition {
  return em.create(StrategyDefinition, {
    name: input.name,
    displayName: input.displayName,
    title: input.title || null,
    description: input.description ?? '',
    builtIn: false,
    deprecated: input.deprecated ?? false,
    sortOrder: afterBuiltIn,
    parameters: normaliseParameters(input.parameters),
    managedBy: input.managedBy ?? null,
  });
}
