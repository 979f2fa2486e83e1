import { module } from '@signalbox/kit';
import { listPermissionsRoute } from './permission/list-permissions.ts';
import { createRoleRoute } from './role/create-role.ts';
import { deleteRoleRoute } from './role/delete-role.ts';
import { getRoleRoute } from './role/get-role.ts';
import { listRolesRoute } from './role/list-roles.ts';
import { updateRoleRoute } from './role/update-role.ts';
import { validateRoleRoute } from './role/validate-role.ts';
import { answerFetchAccess } from './state/fetch-access.ts';

/** Users' rights: roles, their assignments, and the keys that verify principals. */
export const access = module({
  routes: [listRolesRoute, getRoleRoute, createRoleRoute, validateRoleRoute, updateRoleRoute, deleteRoleRoute, listPermissionsRoute],
  answers: [answerFetchAccess],
});
