import { DateTime, nullable, UrlFriendlyName } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { ContextField } from './context-field.ts';
import { UseCounts } from '../use/strategy-use.schema.ts';

export const contextFieldParams = Type.Object({ contextField: Type.String() });

export const LegalValueShape = Type.Object(
  { value: Type.String({ minLength: 1, maxLength: 100 }), description: Type.Optional(Type.String({ maxLength: 250 })) },
  { additionalProperties: false },
);

const maxSortOrder = 2_147_483_647;

const settings = {
  description: Type.Optional(nullable(Type.String({ maxLength: 250 }))),
  stickiness: Type.Optional(Type.Boolean()),
  sortOrder: Type.Optional(Type.Integer({ minimum: -maxSortOrder, maximum: maxSortOrder })),
  legalValues: Type.Optional(Type.Array(LegalValueShape)),
};

export const CreateContextField = Type.Object({ name: UrlFriendlyName, ...settings });
export type CreateContextField = Static<typeof CreateContextField>;

/** Without `legalValues`, any value is legal. Other missing properties stay as they are. The name never changes. */
export const UpdateContextField = Type.Object(settings);
export type UpdateContextField = Static<typeof UpdateContextField>;

export const ContextFieldShape = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  stickiness: Type.Boolean(),
  sortOrder: Type.Integer(),
  legalValues: Type.Array(LegalValueShape),
  managedBy: Type.Optional(Type.String()),
  createdAt: DateTime,
});

export const UsedContextField = Type.Object({ ...ContextFieldShape.properties, ...UseCounts });

export function serializeContextField(field: ContextField): Static<typeof ContextFieldShape> {
  const { name, description, stickiness, sortOrder, legalValues, managedBy, createdAt } = field;
  return {
    name,
    description: description ?? null,
    stickiness,
    sortOrder,
    legalValues,
    ...(managedBy && { managedBy }),
    createdAt: createdAt.toISOString(),
  };
}
