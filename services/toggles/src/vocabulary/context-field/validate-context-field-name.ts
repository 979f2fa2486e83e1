import { UrlFriendlyName } from '@signalbox/contracts';
import { empty, changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseTakenContextField } from './context-field.ts';

export const validateContextFieldNameRoute = route(
  {
    method: 'post',
    path: '/api/admin/context/validate',
    summary: 'Validate the name of a new context field',
    permission: 'UPDATE_CONTEXT_FIELD',
    body: Type.Object({ name: UrlFriendlyName }),
    answers: { 200: empty },
    failures: ['NameExistsError'],
    ...changesNothing,
  },
  ({ body }, { em }) => refuseTakenContextField(em, body.name),
);
