import { Failure, predefinedRoles, type Role } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

/** A role as lists of users name it. */
export const RoleShape = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  name: Type.String(),
  description: Type.String(),
});
export type RoleShape = Static<typeof RoleShape>;

/** Roles that users may hold in the whole instance. */
export const rootRoles: readonly Role[] = predefinedRoles.filter(({ type }) => type === 'root');

export const presentRole = ({ id, type, name, description }: Role): RoleShape => ({ id, type, name, description });

/** By id or by name. 400 for what is no root role. */
export function findRootRole(given: number | string): Role {
  const role = rootRoles.find(({ id, name }) => String(id) === String(given) || name === given);
  if (!role) throw new Failure('BadDataError', `There is no root role ${given}.`, { path: 'rootRole' });
  return role;
}
