import { Failure, predefinedRoles, type Role } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { CustomRole, roleOf } from './custom-role.ts';

/** Every role: the predefined ones, then the custom ones from the oldest. */
export async function readRoles(em: EntityManager): Promise<Role[]> {
  const custom = await em.find(CustomRole, {}, { orderBy: { id: 'asc' } });
  return [...predefinedRoles, ...custom.map(roleOf)];
}

/** 404 for a role that does not exist. */
export async function findRole(em: EntityManager, id: number): Promise<Role> {
  const role = (await readRoles(em)).find((each) => each.id === id);
  if (!role) throw new Failure('NotFoundError', `There is no role ${id}.`);
  return role;
}

/** For the whole instance. */
export const isRootRole = ({ type }: Pick<Role, 'type'>): boolean => type === 'root' || type === 'root-custom';

/** Roles that users may hold in the whole instance. */
export const readRootRoles = async (em: EntityManager): Promise<Role[]> => (await readRoles(em)).filter(isRootRole);

/** By id or by name. 400 for what is no root role. */
export async function findRootRole(em: EntityManager, given: number | string): Promise<Role> {
  const role = (await readRootRoles(em)).find(({ id, name }) => String(id) === String(given) || name === given);
  if (!role) throw new Failure('BadDataError', `There is no root role ${given}.`, { path: 'rootRole' });
  return role;
}
