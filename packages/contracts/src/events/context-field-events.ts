import { Type } from 'typebox';
import { DateTime, nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const LegalValue = Type.Object({ value: Type.String(), description: Type.Optional(Type.String()) });

const ContextField = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  stickiness: Type.Boolean(),
  sortOrder: Type.Optional(Type.Integer()),
  legalValues: Type.Array(LegalValue),
  /** Set of documents that manages the object. Absent if none. */
  managedBy: Type.Optional(Type.String()),
  createdAt: Type.Optional(nullable(DateTime)),
});

export const contextFieldCreated = defineEvent('toggles', 'context-field-created', {
  when: 'a context field is created, manually or by an import',
  data: ContextField,
});

export const contextFieldUpdated = defineEvent('toggles', 'context-field-updated', {
  when: 'a context field is updated',
  data: ContextField,
  preData: ContextField,
});

export const contextFieldDeleted = defineEvent('toggles', 'context-field-deleted', {
  when: 'a context field is deleted; constraints that use it remain',
  preData: ContextField,
});
