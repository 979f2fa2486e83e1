import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { ProtectedEnvironment } from './protected-environment.ts';

const skip = 'SKIP_CHANGE_REQUEST';

/**
 * Refuses a direct write where change requests are asked for, unless the caller may skip them there (reference, toggle
 * side §25). `project` looks at all environments of the project, and skipping in one of them is then not enough.
 */
export async function refuseProtected(
  context: Context,
  by: 'environment' | 'project',
  where: { readonly project: string; readonly environment: string },
): Promise<void> {
  const { project, environment } = where;
  const scope = by === 'environment' ? { project, environment } : { project };
  const found = await context.em.findOne(ProtectedEnvironment, scope, { orderBy: { environment: 'asc' } });
  if (!found || context.access.allows(context.actor, [skip], scope)) return;
  throw new Failure(
    'NoAccessError',
    `Changes in environment ${found.environment} of project ${project} need a change request. To change it directly, the permission ${skip} is needed${by === 'project' ? ' in every environment' : ''}.`,
    { extra: { permissions: [skip] } },
  );
}
