// Users and groups that an identity provider manages (SCIM 2.0).

export { getScimSettingsRoute, renewScimTokenRoute, setScimSettingsRoute } from './client/scim-settings.ts';
export { describeScimRoute, listScimResourceTypesRoute, listScimSchemasRoute } from './describe-scim.ts';
export { createScimGroupRoute } from './group/create-scim-group.ts';
export { deleteScimGroupRoute } from './group/delete-scim-group.ts';
export { getScimGroupRoute } from './group/get-scim-group.ts';
export { listScimGroupsRoute } from './group/list-scim-groups.ts';
export { patchScimGroupRoute, replaceScimGroupRoute } from './group/replace-scim-group.ts';
export { createScimUserRoute } from './user/create-scim-user.ts';
export { deleteScimUserRoute } from './user/delete-scim-user.ts';
export { getScimUserRoute } from './user/get-scim-user.ts';
export { listScimUsersRoute } from './user/list-scim-users.ts';
export { patchScimUserRoute, replaceScimUserRoute } from './user/replace-scim-user.ts';
