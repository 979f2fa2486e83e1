import { boolean, fixedText, instant, integer, json, longText, table, text } from '@signalbox/table';

export interface LegalValue {
  readonly value: string;
  readonly description?: string;
}

export interface StrategyParameter {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
}

export const contextFieldTable = table('context_field', 'ContextField', {
  name: text(100).key(),
  description: text(250).nullable(),
  sortOrder: integer(),
  stickiness: boolean(),
  legalValues: json<LegalValue[]>(),
  managedBy: text(100).optional(),
  createdAt: instant(),
});

export const featureTypeTable = table('feature_type', 'FeatureType', {
  id: text(50).key(),
  name: text(100),
  description: text(255),
  lifetimeDays: integer().nullable(),
});

/** A context field that a strategy uses. */
export const strategyContextTable = table('strategy_context', 'StrategyContext', {
  strategyId: fixedText(36).key(),
  contextName: text(100).key(),
});

export const strategyDefinitionTable = table('strategy_definition', 'StrategyDefinition', {
  name: text(100).key(),
  displayName: text(100),
  title: text(255).nullable(),
  description: longText(),
  builtIn: boolean(),
  deprecated: boolean(),
  sortOrder: integer(),
  parameters: json<StrategyParameter[]>(),
  managedBy: text(100).optional(),
});

export const tagTable = table('tag', 'KnownTag', {
  type: text(50).called('tag_type').key(),
  value: text(50).called('tag_value').key(),
  createdAt: instant(),
});

export const tagTypeTable = table('tag_type', 'TagType', {
  name: text(50).key(),
  description: text(255).nullable(),
  icon: text(255).nullable(),
  managedBy: text(100).optional(),
});
