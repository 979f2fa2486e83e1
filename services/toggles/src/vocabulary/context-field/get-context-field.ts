import { route } from '@signalbox/kit';
import { findContextField } from './context-field.ts';
import { contextFieldParams, ContextFieldShape, serializeContextField } from './context-field.schema.ts';

export const getContextFieldRoute = route(
  {
    method: 'get',
    path: '/api/admin/context/:contextField',
    summary: 'Get a context field',
    permission: 'authenticated',
    params: contextFieldParams,
    answers: { 200: ContextFieldShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeContextField(await findContextField(em, params.contextField)),
);
