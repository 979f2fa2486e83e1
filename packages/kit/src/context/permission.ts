import { type Approver, Failure, type Principal } from '@signalbox/contracts';
import type { Access, AccessScope, Context } from './context.ts';

/** Creates the 403 for a missing permission. It names the permission and its scope. */
export function noAccess(permissions: readonly string[], where: AccessScope = {}): Failure {
  const target = [where.project && `project ${where.project}`, where.environment && `environment ${where.environment}`]
    .filter(Boolean)
    .join(', ');
  const message = `This requires ${permissions.length > 1 ? 'one of the permissions' : 'the permission'} ${permissions.join(', ')}${target ? ` in ${target}` : ''}.`;
  return new Failure('NoAccessError', message, { extra: { permissions } });
}

/** Throws 403 unless the actor holds the permission in this scope. For routes with the scope `project of the feature`. */
export function requirePermission(context: Pick<Context, 'access' | 'actor'>, permission: string, where: AccessScope): void {
  if (!context.access.allows(context.actor, [permission], where)) throw noAccess([permission], where);
}

/** The rights of a user or service account that decide whether its approvals count: its roles in the project with the root role, and its groups. */
export const approverIn = (access: Pick<Access, 'rolesIn'>, principal: Principal, project: string): Approver => ({
  userId: principal.id ?? 0,
  roles: [...access.rolesIn(principal, project).map(({ id }) => id), ...(principal.rootRole === null ? [] : [principal.rootRole])],
  groups: [...principal.groups],
});
