import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { countContextFieldUses } from '../use/strategy-use.ts';
import { ContextField } from './context-field.ts';
import { serializeContextField, UsedContextField } from './context-field.schema.ts';

export const listContextFieldsRoute = route(
  {
    method: 'get',
    path: '/api/admin/context',
    summary: 'List the context fields and where they are used',
    permission: 'authenticated',
    answers: { 200: Type.Array(UsedContextField) },
    failures: [],
  },
  (_input, context) => listContextFields(context),
);

/** Sorted by name. */
export async function listContextFields(context: ReadContext) {
  const fields = await context.em.find(ContextField, {}, { orderBy: { name: 'asc' } });
  const usesOf = await countContextFieldUses(context);
  return fields.map((field) => ({ ...serializeContextField(field), ...usesOf(field.name) }));
}
