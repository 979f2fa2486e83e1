import { contextFieldUpdated, Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockContextField } from './context-field.ts';
import { contextFieldParams } from './context-field.schema.ts';
import { setLegalValues } from './update-context-field.ts';

export const deleteLegalValueRoute = route(
  {
    method: 'delete',
    path: '/api/admin/context/:contextField/legal-values/:legalValue',
    summary: 'Remove a legal value from a context field; if none remain, every value is legal',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: Type.Object({ ...contextFieldParams.properties, legalValue: Type.String() }),
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [contextFieldUpdated],
  },
  ({ params }, context) => deleteLegalValue(context, params.contextField, params.legalValue),
);

/** Existing constraints with the value stay as they are until the next write. */
async function deleteLegalValue(context: Context, name: string, gone: string): Promise<void> {
  const field = await lockContextField(context.em, name);
  const left = field.legalValues.filter(({ value }) => value !== gone);
  if (left.length === field.legalValues.length) throw new Failure('NotFoundError', `The context field ${name} has no legal value ${gone}.`);
  setLegalValues(context, field, left);
}
