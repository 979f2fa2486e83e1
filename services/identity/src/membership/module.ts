// Groups, and access to projects.

export { createGroupRoute } from './group/create-group.ts';
export { deleteGroupRoute } from './group/delete-group.ts';
export { getGroupRoute } from './group/get-group.ts';
export { listGroupsRoute } from './group/list-groups.ts';
export { updateGroupRoute } from './group/update-group.ts';
export { readAccessOverviewRoute } from './read-access-overview.ts';
export { addProjectAccessOfRoleRoute, addProjectAccessRoute } from './project-access/add-project-access.ts';
export { getProjectAccessRoute, listProjectUsersRoute } from './project-access/get-project-access.ts';
export { listRoleUsageRoute } from './project-access/list-role-usage.ts';
export { replaceProjectAccessRoute } from './project-access/replace-project-access.ts';
export {
  addRoleOfGroupRoute,
  addRoleOfUserRoute,
  changeRoleOfGroupRoute,
  changeRoleOfUserRoute,
  removeRoleOfGroupRoute,
  removeRoleOfUserRoute,
  removeRolesOfGroupRoute,
  removeRolesOfUserRoute,
  setRolesOfGroupRoute,
  setRolesOfUserRoute,
} from './project-access/roles-of-holder.ts';
