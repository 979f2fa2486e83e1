import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { project } from './scope.ts';

const Ids = Type.Array(Type.Integer());
const AccessByRole = Type.Object({ roles: Type.Array(Type.Object({ roleId: Type.Integer(), groupIds: Ids, userIds: Ids })) });
const RolesOfUser = Type.Object({ userId: Type.Integer(), roles: Ids });
const RolesOfGroup = Type.Object({ groupId: Type.Integer(), roles: Ids });

export const projectAccessAdded = defineEvent('identity', 'project-access-added', {
  when: 'users and groups are granted roles in a project',
  scope: project,
  data: AccessByRole,
});

export const projectAccessUpdated = defineEvent('identity', 'project-access-updated', {
  when: 'all access to a project is replaced',
  scope: project,
  data: AccessByRole,
  preData: AccessByRole,
});

export const projectAccessUserRolesUpdated = defineEvent('identity', 'project-access-user-roles-updated', {
  when: 'the roles of one user in a project are replaced',
  scope: project,
  data: RolesOfUser,
  preData: RolesOfUser,
});

export const projectAccessUserRolesDeleted = defineEvent('identity', 'project-access-user-roles-deleted', {
  when: 'one user loses all roles in a project',
  scope: project,
  preData: RolesOfUser,
});

export const projectAccessGroupRolesUpdated = defineEvent('identity', 'project-access-group-roles-updated', {
  when: 'the roles of one group in a project are replaced',
  scope: project,
  data: RolesOfGroup,
  preData: RolesOfGroup,
});

export const projectAccessGroupRolesDeleted = defineEvent('identity', 'project-access-group-roles-deleted', {
  when: 'one group loses all roles in a project',
  scope: project,
  preData: RolesOfGroup,
});

// The deprecated routes that grant or revoke one role at a time have their own kinds.

const RoleOfUser = Type.Object({
  userId: Type.Integer(),
  roleId: Type.Integer(),
  roleName: Type.String(),
  email: nullable(Type.String()),
});

const RoleOfGroup = Type.Object({ groupId: Type.Integer(), roleId: Type.Integer(), roleName: Type.String() });

export const projectUserAdded = defineEvent('identity', 'project-user-added', {
  when: 'one role in a project is granted to one user (deprecated route)',
  scope: project,
  data: RoleOfUser,
});

export const projectUserRemoved = defineEvent('identity', 'project-user-removed', {
  when: 'one role in a project is removed from one user (deprecated route)',
  scope: project,
  preData: RoleOfUser,
});

export const projectUserRoleChanged = defineEvent('identity', 'project-user-role-changed', {
  when: 'the role of one user in a project is replaced (deprecated route)',
  scope: project,
  data: RoleOfUser,
  preData: RoleOfUser,
});

export const projectGroupAdded = defineEvent('identity', 'project-group-added', {
  when: 'one role in a project is granted to one group (deprecated route)',
  scope: project,
  data: RoleOfGroup,
});

export const projectGroupRemoved = defineEvent('identity', 'project-group-removed', {
  when: 'one role in a project is removed from one group (deprecated route)',
  scope: project,
  preData: RoleOfGroup,
});

export const projectGroupRoleChanged = defineEvent('identity', 'project-group-role-changed', {
  when: 'the role of one group in a project is replaced (deprecated route)',
  scope: project,
  data: RoleOfGroup,
  preData: RoleOfGroup,
});
