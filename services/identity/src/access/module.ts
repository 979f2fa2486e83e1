// Users' rights: roles, their assignments, and the keys that verify principals.

export { listPermissionsRoute } from './permission/list-permissions.ts';
export { createRoleRoute } from './role/create-role.ts';
export { deleteRoleRoute } from './role/delete-role.ts';
export { getRoleRoute } from './role/get-role.ts';
export { listRolesRoute } from './role/list-roles.ts';
export { updateRoleRoute } from './role/update-role.ts';
export { validateRoleRoute } from './role/validate-role.ts';
export { answerFetchAccess } from './state/fetch-access.ts';
