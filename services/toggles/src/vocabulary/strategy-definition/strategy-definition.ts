import { Failure } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { strategyDefinitionTable } from '../../tables/vocabulary.ts';

/** A type of strategy that features may use. */
export class StrategyDefinition extends strategyDefinitionTable.entity.class {}
strategyDefinitionTable.entity.setClass(StrategyDefinition);

const definition = (name: string) => ({ entity: StrategyDefinition, where: { name }, called: `strategy ${name}` });
export const findStrategyDefinition = (em: EntityManager, name: string): Promise<StrategyDefinition> => findExisting(em, definition(name));

/** While the type is locked, no strategy of the type is added. */
export const lockStrategyDefinition = ({ em }: Pick<Context, 'em'>, name: string): Promise<StrategyDefinition> =>
  lockExisting(em, definition(name));

/** Built-in types mean the same on every instance. */
export function refuseBuiltIn({ builtIn, name }: StrategyDefinition): void {
  if (builtIn) throw new Failure('InvalidOperationError', `The strategy type ${name} is built in and can only be deprecated.`);
}
