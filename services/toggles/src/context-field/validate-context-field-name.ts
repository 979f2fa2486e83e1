import { UrlFriendlyName } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseTakenContextField } from './context-field.ts';

export const validateContextFieldNameRoute = route(
  {
    method: 'post',
    path: '/api/admin/context/validate',
    summary: 'Check whether a context field could have this name',
    permission: 'UPDATE_CONTEXT_FIELD',
    body: Type.Object({ name: UrlFriendlyName }),
    answers: { 200: empty },
    failures: ['NameExistsError'],
    events: { none: 'because it only looks' },
    transaction: { none: 'because it only looks' },
  },
  ({ body }, { em }) => refuseTakenContextField(em, body.name),
);
