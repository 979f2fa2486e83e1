import { module } from '@signalbox/kit';
import { createGroupRoute } from './group/create-group.ts';
import { deleteGroupRoute } from './group/delete-group.ts';
import { getGroupRoute } from './group/get-group.ts';
import { listGroupsRoute } from './group/list-groups.ts';
import { updateGroupRoute } from './group/update-group.ts';
import { readAccessOverviewRoute } from './read-access-overview.ts';
import { addProjectAccessOfRoleRoute, addProjectAccessRoute } from './project-access/add-project-access.ts';
import { getProjectAccessRoute, listProjectUsersRoute } from './project-access/get-project-access.ts';
import { listRoleUsageRoute } from './project-access/list-role-usage.ts';
import { replaceProjectAccessRoute } from './project-access/replace-project-access.ts';
import {
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

/** Groups, and access to projects. */
export const membership = module({
  routes: [
    listGroupsRoute,
    getGroupRoute,
    createGroupRoute,
    updateGroupRoute,
    deleteGroupRoute,
    getProjectAccessRoute,
    replaceProjectAccessRoute,
    addProjectAccessRoute,
    addProjectAccessOfRoleRoute,
    setRolesOfUserRoute,
    removeRolesOfUserRoute,
    setRolesOfGroupRoute,
    removeRolesOfGroupRoute,
    addRoleOfUserRoute,
    changeRoleOfUserRoute,
    removeRoleOfUserRoute,
    addRoleOfGroupRoute,
    changeRoleOfGroupRoute,
    removeRoleOfGroupRoute,
    listProjectUsersRoute,
    listRoleUsageRoute,
    readAccessOverviewRoute,
  ],
});
