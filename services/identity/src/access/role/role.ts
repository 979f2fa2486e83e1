import { Failure, predefinedRoles, type Role } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { CustomRole } from '../../tables/access.ts';

/** The row as other modules see roles. */
export const roleOf = ({ id, type, name, description, rights }: CustomRole): Role => ({ id, type, name, description, rights });

/** All roles: the predefined ones, then the custom ones from the oldest. */
export async function readRoles(em: EntityManager): Promise<Role[]> {
  const custom = await em.find(CustomRole, {}, { orderBy: { id: 'asc' } });
  return [...predefinedRoles, ...custom.map(roleOf)];
}

/** Throws 404 if the role does not exist. */
export async function findRole(em: EntityManager, id: number): Promise<Role> {
  const role = (await readRoles(em)).find((each) => each.id === id);
  if (!role) throw new Failure('NotFoundError', `There is no role ${id}.`);
  return role;
}

/** Returns whether the role applies to the entire instance. */
export const isRootRole = ({ type }: Pick<Role, 'type'>): boolean => type === 'root' || type === 'root-custom';

/** Roles that can be root roles of users. */
export const readRootRoles = async (em: EntityManager): Promise<Role[]> => (await readRoles(em)).filter(isRootRole);

/** Finds a root role by id or name. Throws 400 with the path if there is none. */
export async function findRootRole(em: EntityManager, given: number | string, path = 'rootRole'): Promise<Role> {
  const role = (await readRootRoles(em)).find(({ id, name }) => String(id) === String(given) || name === given);
  if (!role) throw new Failure('BadDataError', `There is no root role ${given}.`, { path });
  return role;
}
