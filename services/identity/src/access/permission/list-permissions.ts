import { environmentPermissions, type Permission, permissionTitles, projectPermissions, rootPermissions } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { KnownEnvironment } from '../../tables/projection.ts';
import { kindOf, numberOf } from './permission-catalogue.ts';
import { PermissionShape } from './permission.schema.ts';

const PermissionsShape = Type.Object({
  root: Type.Array(PermissionShape),
  project: Type.Array(PermissionShape),
  environments: Type.Array(Type.Object({ name: Type.String(), permissions: Type.Array(PermissionShape) })),
});

export const listPermissionsRoute = route(
  {
    method: 'get',
    path: '/api/admin/permissions',
    summary: 'List all permissions; environment permissions appear once per environment',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Integer(), permissions: PermissionsShape }) },
    failures: [],
  },
  async (_input, { em }) => {
    const environments = await em.find(KnownEnvironment, {}, { orderBy: { name: 'asc' } });
    return {
      version: 1,
      permissions: {
        root: rootPermissions.map(serializePermission),
        project: projectPermissions.map(serializePermission),
        environments: environments.map(({ name }) => ({
          name,
          permissions: environmentPermissions.map((permission) => ({ ...serializePermission(permission), environment: name })),
        })),
      },
    };
  },
);

const serializePermission = (permission: Permission) => ({
  id: numberOf(permission),
  name: permission,
  displayName: permissionTitles[permission],
  type: kindOf(permission),
});
