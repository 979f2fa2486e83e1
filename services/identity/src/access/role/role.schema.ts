import { permissionTitles, type Right, type Role } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { kindOf, numberOf } from '../permission/permission-catalogue.ts';

export const roleParams = Type.Object({ id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });

/** A role as in lists. */
export const RoleShape = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  name: Type.String(),
  description: Type.String(),
});
export type RoleShape = Static<typeof RoleShape>;

/** Response of routes that list roles. */
export const RolesAnswer = Type.Object({ version: Type.Integer(), roles: Type.Array(RoleShape) });

/** A permission of a role; `environment` or `project` if it applies to only one. */
const PermissionOfRole = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  type: Type.String(),
  environment: Type.Optional(Type.String()),
  project: Type.Optional(Type.String()),
});

export const RoleWithPermissions = Type.Object({ ...RoleShape.properties, permissions: Type.Array(PermissionOfRole) });
export type RoleWithPermissions = Static<typeof RoleWithPermissions>;

/** Response of routes that write a role; despite its name, `roles` is a single role (reference). */
export const RoleAnswer = Type.Object({ version: Type.Integer(), roles: RoleWithPermissions });

export const serializeRole = ({ id, type, name, description }: Role): RoleShape => ({ id, type, name, description });

export const serializeRoleWithPermissions = (role: Role): RoleWithPermissions => ({
  ...serializeRole(role),
  permissions: role.rights.map(serializeRight),
});

const serializeRight = ({ permission, environment, project }: Right) => ({
  id: numberOf(permission),
  name: permission,
  displayName: permissionTitles[permission],
  type: kindOf(permission),
  ...(environment !== undefined && { environment }),
  ...(project !== undefined && { project }),
});

/** The role as in events. */
export const roleFact = ({ id, type, name, description, rights }: Role) => ({
  id,
  type,
  name,
  description,
  permissions: rights.map(({ permission, environment }) => ({ name: permission, ...(environment !== undefined && { environment }) })),
});
