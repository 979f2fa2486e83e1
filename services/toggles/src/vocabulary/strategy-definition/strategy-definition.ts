import { defineEntity, p } from '@mikro-orm/core';
import { Failure, nullable, UrlFriendlyName } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { JsonText } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
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

/** The kind as the wire shows it. Those that come with the product cannot be edited. */
export const StrategyDefinitionShape = Type.Object({
  name: Type.String(),
  displayName: nullable(Type.String()),
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  editable: Type.Boolean(),
  deprecated: Type.Boolean(),
  parameters: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), description: Type.String(), required: Type.Boolean() })),
});

const parameterKinds = ['string', 'percentage', 'list', 'number', 'boolean'];

const settings = {
  title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  parameters: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      type: Type.Enum(parameterKinds),
      description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
      required: Type.Optional(Type.Boolean()),
    }),
  ),
};

export const CreateStrategyDefinition = Type.Object({ name: UrlFriendlyName, ...settings });
export type CreateStrategyDefinition = Static<typeof CreateStrategyDefinition>;

/** Title and description stay as they are unless they are sent. */
export const UpdateStrategyDefinition = Type.Object(settings);
export type UpdateStrategyDefinition = Static<typeof UpdateStrategyDefinition>;

export const strategyDefinitionParams = Type.Object({ name: Type.String() });

/** The parameters as they are stored, complete. */
export const normaliseParameters = (parameters: CreateStrategyDefinition['parameters']): StrategyParameter[] =>
  parameters.map(({ name, type, description, required = false }) => ({ name, type, description: description ?? '', required }));

export function presentStrategyDefinition(definition: StrategyDefinition): Static<typeof StrategyDefinitionShape> {
  const { name, displayName, title, description, builtIn, deprecated, parameters } = definition;
  return { name, displayName, title: title ?? null, description, editable: !builtIn, deprecated, parameters };
}

const definition = (name: string) => ({ entity: StrategyDefinition, where: { name }, called: `strategy ${name}` });
export const findStrategyDefinition = (em: EntityManager, name: string): Promise<StrategyDefinition> => findExisting(em, definition(name));

/** No strategy of the kind is added while it is locked. */
export const lockStrategyDefinition = ({ em }: Pick<Context, 'em'>, name: string): Promise<StrategyDefinition> =>
  lockExisting(em, definition(name));

/** What comes with the product means the same everywhere. */
export function refuseBuiltIn({ builtIn, name }: StrategyDefinition): void {
  if (builtIn) throw new Failure('InvalidOperationError', `The strategy ${name} comes with the product: it can only be deprecated.`);
}
