import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, JsonText } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';

export interface StrategyParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

export const strategyDefinitionEntity = defineEntity({
  name: 'StrategyDefinition',
  tableName: 'strategy_definition',
  properties: {
    name: p.string().primary(),
    displayName: p.string().fieldName('display_name'),
    title: p.string().nullable(),
    description: p.text(),
    builtIn: p.boolean().fieldName('built_in'),
    deprecated: p.boolean(),
    sortOrder: p.integer().fieldName('sort_order'),
    parameters: p.type(JsonText).$type<StrategyParameter[]>(),
  },
});

/** A kind of strategy that features may use. */
export class StrategyDefinition extends strategyDefinitionEntity.class {}
strategyDefinitionEntity.setClass(StrategyDefinition);

const definition = (name: string) => ({ entity: StrategyDefinition, where: { name }, called: `strategy ${name}` });
export const findStrategyDefinition = (em: EntityManager, name: string): Promise<StrategyDefinition> => findExisting(em, definition(name));

/** No strategy of the kind is added while it is locked. */
export const lockStrategyDefinition = ({ em }: Pick<Context, 'em'>, name: string): Promise<StrategyDefinition> =>
  lockExisting(em, definition(name));

/** What comes with the product means the same everywhere. */
export function refuseBuiltIn({ builtIn, name }: StrategyDefinition): void {
  if (builtIn) throw new Failure('InvalidOperationError', `The strategy ${name} comes with the product: it can only be deprecated.`);
}
