import { isDeepStrictEqual } from 'node:util';
import { contextFieldUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import type { LegalValue } from '../../tables/vocabulary.ts';
import { type ContextField, lockContextField, refuseRepeatedValues } from './context-field.ts';
import { contextFieldParams, serializeContextField, UpdateContextField } from './context-field.schema.ts';

export const updateContextFieldRoute = route(
  {
    method: 'put',
    path: '/api/admin/context/:contextField',
    summary: 'Update a context field; omitted legal values are removed',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: contextFieldParams,
    body: UpdateContextField,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: [contextFieldUpdated],
  },
  async ({ params, body }, context) => void (await updateContextField(context, params.contextField, body)),
);

/** Existing constraints with a value that is no longer legal stay valid until they change. `managedBy` moves the field to a set of documents. */
export async function updateContextField(
  context: Context,
  name: string,
  input: UpdateContextField,
  managedBy?: string,
): Promise<ContextField> {
  const { description, stickiness, sortOrder, legalValues = [] } = input;
  refuseRepeatedValues(legalValues);
  const field = await lockContextField(context.em, name);
  const before = serializeContextField(field);
  if (description !== undefined) field.description = description;
  field.stickiness = stickiness ?? field.stickiness;
  field.sortOrder = sortOrder ?? field.sortOrder;
  field.legalValues = legalValues;
  if (managedBy !== undefined) field.managedBy = managedBy;
  publishUpdate(context, field, before);
  return field;
}

/** Replaces the legal values of a locked field. */
export function setLegalValues(context: Context, field: ContextField, legalValues: LegalValue[]): void {
  const before = serializeContextField(field);
  field.legalValues = legalValues;
  publishUpdate(context, field, before);
}

function publishUpdate(context: Context, field: ContextField, before: ReturnType<typeof serializeContextField>): void {
  const data = serializeContextField(field);
  if (isDeepStrictEqual(data, before)) return;
  const { createdAt: _createdAt, sortOrder: _sortOrder, ...preData } = before;
  context.publish(contextFieldUpdated, { data, preData });
}
