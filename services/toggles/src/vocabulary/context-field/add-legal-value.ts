import { contextFieldUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import type { LegalValue } from '../../tables/vocabulary.ts';
import { lockContextField } from './context-field.ts';
import { contextFieldParams, LegalValueShape } from './context-field.schema.ts';
import { setLegalValues } from './update-context-field.ts';

export const addLegalValueRoute = route(
  {
    method: 'post',
    path: '/api/admin/context/:contextField/legal-values',
    summary: 'Add a legal value to a context field, or update its description',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: contextFieldParams,
    body: LegalValueShape,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [contextFieldUpdated],
  },
  ({ params, body }, context) => addLegalValue(context, params.contextField, body),
);

/** Locks the field, so that concurrent additions are all stored. */
async function addLegalValue(context: Context, name: string, added: LegalValue): Promise<void> {
  const field = await lockContextField(context.em, name);
  const isKnown = field.legalValues.some(({ value }) => value === added.value);
  const replaced = field.legalValues.map((known) => (known.value === added.value ? added : known));
  setLegalValues(context, field, isKnown ? replaced : [...field.legalValues, added]);
}
