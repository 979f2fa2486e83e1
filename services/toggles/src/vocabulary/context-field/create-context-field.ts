import { contextFieldCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { ContextField, refuseRepeatedValues, refuseTakenContextField } from './context-field.ts';
import { ContextFieldShape, CreateContextField, serializeContextField } from './context-field.schema.ts';

export const createContextFieldRoute = route(
  {
    method: 'post',
    path: '/api/admin/context',
    summary: 'Create a context field',
    permission: 'CREATE_CONTEXT_FIELD',
    body: CreateContextField,
    answers: { 201: ContextFieldShape },
    headers: { Location: 'The URL of the context field.' },
    failures: ['BadDataError', 'NameExistsError'],
    events: [contextFieldCreated],
  },
  async ({ body }, context) => {
    const field = serializeContextField(await createContextField(context, body));
    return new Reply(field, { headers: { location: `context/${field.name}` } });
  },
);

export const defaultSortOrder = 10;

/** `managedBy` is the set of documents that creates it. */
export async function createContextField(context: Context, input: CreateContextField, managedBy?: string): Promise<ContextField> {
  const { name, description, stickiness = false, sortOrder = defaultSortOrder, legalValues = [] } = input;
  refuseRepeatedValues(legalValues);
  await refuseTakenContextField(context.em, name);
  const createdAt = context.now();
  const field = context.em.create(ContextField, {
    name,
    description: description ?? null,
    stickiness,
    sortOrder,
    legalValues,
    managedBy: managedBy ?? null,
    createdAt,
  });
  context.publish(contextFieldCreated, { data: serializeContextField(field) });
  return field;
}
