import { nullable, UrlFriendlyName } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { StrategyParameter } from '../../tables/vocabulary.ts';
import type { StrategyDefinition } from './strategy-definition.ts';

export const StrategyParameterShape = Type.Object({
  name: Type.String(),
  type: Type.String(),
  description: Type.String(),
  required: Type.Boolean(),
});

/** A strategy type in responses. Built-in types cannot be edited. */
export const StrategyDefinitionShape = Type.Object({
  name: Type.String(),
  displayName: nullable(Type.String()),
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  editable: Type.Boolean(),
  deprecated: Type.Boolean(),
  parameters: Type.Array(StrategyParameterShape),
  managedBy: Type.Optional(Type.String()),
});

const parameterKinds = ['string', 'percentage', 'list', 'number', 'boolean'];

export const StrategyParameterInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  type: Type.Enum(parameterKinds),
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  required: Type.Optional(Type.Boolean()),
});

const settings = {
  title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  parameters: Type.Array(StrategyParameterInput),
};

export const CreateStrategyDefinition = Type.Object({ name: UrlFriendlyName, ...settings });
export type CreateStrategyDefinition = Static<typeof CreateStrategyDefinition>;

/** A missing title or description stays as it is. */
export const UpdateStrategyDefinition = Type.Object(settings);
export type UpdateStrategyDefinition = Static<typeof UpdateStrategyDefinition>;

export const strategyDefinitionParams = Type.Object({ name: Type.String() });

/** The parameters with their defaults, as they are stored. */
export const normaliseParameters = (parameters: CreateStrategyDefinition['parameters']): StrategyParameter[] =>
  parameters.map(({ name, type, description, required = false }) => ({ name, type, description: description ?? '', required }));

export function serializeStrategyDefinition(definition: StrategyDefinition): Static<typeof StrategyDefinitionShape> {
  const { name, displayName, title, description, builtIn, deprecated, parameters, managedBy } = definition;
  const owner = managedBy ? { managedBy } : {};
  return { name, displayName, title: title ?? null, description, editable: !builtIn, deprecated, parameters, ...owner };
}
