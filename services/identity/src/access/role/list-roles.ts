import { route } from '@signalbox/kit';
import { readRoles } from './role.ts';
import { serializeRole, RolesAnswer } from './role.schema.ts';

export const listRolesRoute = route(
  {
    method: 'get',
    path: '/api/admin/roles',
    summary: 'List all roles, predefined and custom, without their permissions',
    permission: 'READ_ROLE',
    answers: { 200: RolesAnswer },
    failures: [],
  },
  async (_input, { em }) => ({ version: 1, roles: (await readRoles(em)).map(serializeRole) }),
);
