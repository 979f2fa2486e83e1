import { Failure, predefinedRoles, type Right, type Role, RowId } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { KnownEnvironment } from '../../tables/projection.ts';
import { kindOf, permissionNamed } from '../permission/permission-catalogue.ts';
import { CustomRole } from '../../tables/access.ts';
import { findRole } from './role.ts';

const maxPermissions = 10_000;

/** A permission by name, or by its number in the list of permissions. */
const PermissionInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  id: Type.Optional(RowId),
  environment: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 })),
});

/** A role as requests describe it. An environment permission without an environment applies to all of them. */
export const RoleInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(?:.*\\S)?$' }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  type: Type.Optional(Type.Enum(['custom', 'root-custom'])),
  permissions: Type.Optional(Type.Array(PermissionInput, { maxItems: maxPermissions })),
});
export type RoleInput = Static<typeof RoleInput>;

/** Throws 403 for a predefined role, and 404 if there is none. */
export async function findCustomRole(em: EntityManager, id: number): Promise<CustomRole> {
  const { type, name } = await findRole(em, id);
  if (type === 'root' || type === 'project')
    throw new Failure('InvalidOperationError', `${name} is a predefined role and cannot be changed. Create a custom role instead.`);
  return em.findOneOrFail(CustomRole, { id });
}

/** Throws 409 if another role has the name. The caller has locked the access version. */
export async function refuseRoleName(em: EntityManager, name: string, own?: number): Promise<void> {
  const custom = await em.find(CustomRole, { name });
  if (![...predefinedRoles, ...custom].some((role) => role.name === name && role.id !== own)) return;
  throw new Failure('NameExistsError', `A role named ${name} already exists. Choose another name.`);
}

/**
 * Returns the requested rights without duplicates. Throws 400 for an unknown permission or environment, and for permissions that do not fit
 * the type: instance roles have root permissions, project roles all others. Only the predefined role has ADMIN, so that this role
 * identifies all administrators.
 */
export async function rightsFor(em: EntityManager, type: Role['type'], requested: NonNullable<RoleInput['permissions']>): Promise<Right[]> {
  const environments = new Set((await em.findAll(KnownEnvironment)).map(({ name }) => name));
  const rights = requested.map((given, index) => rightOf(type, environments, given, `permissions/${index}`));
  return [...new Map(rights.map((right) => [compositeKey(right.permission, right.environment), right])).values()];
}

function rightOf(type: Role['type'], environments: ReadonlySet<string>, given: Static<typeof PermissionInput>, path: string): Right {
  const permission = permissionNamed(given);
  const refuse = (message: string) => new Failure('BadDataError', message, { path });
  if (permission === undefined) throw refuse(`There is no permission ${given.name ?? given.id}.`);
  if (permission === 'ADMIN') throw refuse('ADMIN cannot be part of a custom role. Assign the role Admin instead.');
  const kind = kindOf(permission);
  if ((kind === 'root') !== (type === 'root-custom')) throw refuse(`A role of type ${type} cannot have the permission ${permission}.`);
  const environment = given.environment || undefined;
  if (environment === undefined) return { permission };
  if (kind !== 'environment') throw refuse(`${permission} is not an environment permission. Omit environment.`);
  if (!environments.has(environment)) throw refuse(`There is no environment ${environment}.`);
  return { permission, environment };
}
