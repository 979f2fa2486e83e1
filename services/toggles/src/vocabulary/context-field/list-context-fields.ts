import { type EntityManager, route } from '@signalbox/kit';
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
  (_input, { em }) => listContextFields(em),
);

/** Sorted by name. */
export async function listContextFields(em: EntityManager) {
  const fields = await em.find(ContextField, {}, { orderBy: { name: 'asc' } });
  const usesOf = await countContextFieldUses(em);
  return fields.map((field) => ({ ...serializeContextField(field), ...usesOf(field.name) }));
}
