import type { Access, Context } from '@signalbox/kit';

/**
 * The context of an approved change: the permissions of direct routes do not apply. Objects that the actor cannot see still do
 * not exist.
 */
export const permitting = (context: Context): Context => ({ ...context, access: allowing(context.access) });

const allowing = (access: Access): Access => ({
  allows: () => true,
  sees: (principal, project) => access.sees(principal, project),
  visibleTo: (principal) => access.visibleTo(principal),
  maintenance: access.maintenance,
  rightsOf: (principal) => access.rightsOf(principal),
  members: (project) => access.members(project),
  groupsOf: (user) => access.groupsOf(user),
  namesOf: (kind) => access.namesOf(kind),
  owners: (project) => access.owners(project),
  rolesIn: (principal, project) => access.rolesIn(principal, project),
});
