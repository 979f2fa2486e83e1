import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const StrategyParameter = Type.Object({
  name: Type.String(),
  type: Type.String(),
  description: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
});

const StrategyDefinition = Type.Object({
  name: Type.String(),
  title: Type.Optional(nullable(Type.String())),
  description: Type.Optional(nullable(Type.String())),
  editable: Type.Boolean(),
  deprecated: Type.Boolean(),
  parameters: Type.Array(StrategyParameter),
  /** Set of documents that manages the object. Absent if none. */
  managedBy: Type.Optional(Type.String()),
});

const Named = Type.Object({ name: Type.String() });

// The console offers these definitions. SDKs receive only strategies of features, so nothing here touches evaluation.

export const strategyCreated = defineEvent('toggles', 'strategy-created', {
  when: 'a custom strategy type is created',
  data: StrategyDefinition,
});

export const strategyUpdated = defineEvent('toggles', 'strategy-updated', {
  when: 'a custom strategy type is updated',
  data: StrategyDefinition,
  preData: StrategyDefinition,
});

export const strategyDeleted = defineEvent('toggles', 'strategy-deleted', {
  when: 'a custom strategy type is deleted',
  data: Named,
});

export const strategyDeprecated = defineEvent('toggles', 'strategy-deprecated', {
  when: 'a strategy type is deprecated',
  data: Named,
});

export const strategyReactivated = defineEvent('toggles', 'strategy-reactivated', {
  when: 'a deprecated strategy type is reactivated',
  data: Named,
});
