import { contextFieldDeleted, Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { formatCounts } from '../../base/input/format-counts.ts';
import { lockContextField } from './context-field.ts';
import { contextFieldParams, serializeContextField } from './context-field.schema.ts';
import { type ContextFieldUsers, usersOfContextField } from '../use/users-of-context-field.ts';

export const deleteContextFieldRoute = route(
  {
    method: 'delete',
    path: '/api/admin/context/:contextField',
    summary: 'Delete an unused context field',
    permission: 'DELETE_CONTEXT_FIELD',
    params: contextFieldParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'ConflictError'],
    events: [contextFieldDeleted],
  },
  ({ params }, context) => deleteContextField(context, params.contextField),
);

/** A strategy that starts to use the field concurrently waits for the lock and then does not find the field. */
export async function deleteContextField(context: Context, name: string): Promise<void> {
  const field = await lockContextField(context.em, name);
  refuseUsed(name, await usersOfContextField(context.em, name));
  context.em.remove(field);
  context.publish(contextFieldDeleted, { preData: serializeContextField(field) });
}

/** The message contains counts only, because the reader may not see all projects. */
function refuseUsed(name: string, { strategies, segments, defaultStrategies, templates, plans }: ContextFieldUsers): void {
  if (strategies + segments + defaultStrategies + templates + plans === 0) return;
  const users = formatCounts(
    [strategies, 'strategy', 'strategies'],
    [segments, 'segment', 'segments'],
    [defaultStrategies, 'default strategy', 'default strategies'],
    [templates, 'release template', 'release templates'],
    [plans, 'release plan', 'release plans'],
  );
  const way = 'Remove it from all constraints first, including those of archived features.';
  throw new Failure('ConflictError', `The context field ${name} is used by the constraints of ${users}. ${way}`);
}
