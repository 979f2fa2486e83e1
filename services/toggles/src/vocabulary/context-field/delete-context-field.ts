import { contextFieldDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockContextField } from './context-field.ts';
import { contextFieldParams, presentContextField } from './context-field.schema.ts';

export const deleteContextFieldRoute = route(
  {
    method: 'delete',
    path: '/api/admin/context/:contextField',
    summary: 'Delete a context field; constraints that use it stay in effect',
    permission: 'DELETE_CONTEXT_FIELD',
    params: contextFieldParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [contextFieldDeleted],
  },
  ({ params }, context) => deleteContextField(context, params.contextField),
);

export async function deleteContextField(context: Context, name: string): Promise<void> {
  const field = await lockContextField(context.em, name);
  context.em.remove(field);
  context.publish(contextFieldDeleted, { preData: presentContextField(field) });
}
