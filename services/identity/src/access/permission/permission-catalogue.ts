import { environmentPermissions, type Permission, projectPermissions, rootPermissions } from '@signalbox/contracts';

export type PermissionKind = 'root' | 'project' | 'environment';

const permissionsByKind: Readonly<Record<PermissionKind, readonly Permission[]>> = {
  root: rootPermissions,
  project: projectPermissions,
  environment: environmentPermissions,
};

const all = Object.entries(permissionsByKind).flatMap(([kind, permissions]) =>
  permissions.map((permission) => ({ permission, kind: kind as PermissionKind })),
);
const numbers = new Map<string, number>(all.map(({ permission }, index) => [permission, index + 1]));
const kinds = new Map<string, PermissionKind>(all.map(({ permission, kind }) => [permission, kind]));

/** Number of the permission in lists. The database stores names; numbers may differ in the next version. */
export const numberOf = (permission: Permission): number => numbers.get(permission) ?? 0;

export const kindOf = (permission: Permission): PermissionKind => kinds.get(permission) ?? 'root';

/** Finds a permission by name, or by number if there is no name; undefined if it is unknown. */
export function permissionNamed(given: { readonly name?: string; readonly id?: number }): Permission | undefined {
  if (given.name === undefined) return all[(given.id ?? 0) - 1]?.permission;
  return all.find(({ permission }) => permission === given.name)?.permission;
}
