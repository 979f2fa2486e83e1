import { changesNothing, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { refuseRoleName, rightsFor, RoleInput } from './role-rules.ts';

const ValidRole = Type.Object({
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  permissions: Type.Array(Type.Object({ name: Type.String(), environment: Type.Optional(Type.String()) })),
});
type ValidRole = Static<typeof ValidRole>;

export const validateRoleRoute = route(
  {
    method: 'post',
    path: '/api/admin/roles/validate',
    summary: 'Validate a new role, and return it as it would be stored',
    permission: 'ADMIN',
    body: RoleInput,
    answers: { 200: ValidRole },
    failures: ['BadDataError', 'NameExistsError'],
    ...changesNothing,
  },
  async ({ body: { name, description = '', type = 'custom', permissions = [] } }, { em }): Promise<ValidRole> => {
    await refuseRoleName(em, name);
    const rights = await rightsFor(em, type, permissions);
    return { name, description, type, permissions: rights.map(({ permission, ...where }) => ({ name: permission, ...where })) };
  },
);
