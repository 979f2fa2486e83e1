import { module } from '@signalbox/kit';
import { getScimSettingsRoute, renewScimTokenRoute, setScimSettingsRoute } from './client/scim-settings.ts';
import { describeScimRoute, listScimResourceTypesRoute, listScimSchemasRoute } from './describe-scim.ts';
import { createScimGroupRoute } from './group/create-scim-group.ts';
import { deleteScimGroupRoute } from './group/delete-scim-group.ts';
import { getScimGroupRoute } from './group/get-scim-group.ts';
import { listScimGroupsRoute } from './group/list-scim-groups.ts';
import { patchScimGroupRoute, replaceScimGroupRoute } from './group/replace-scim-group.ts';
import { createScimUserRoute } from './user/create-scim-user.ts';
import { deleteScimUserRoute } from './user/delete-scim-user.ts';
import { getScimUserRoute } from './user/get-scim-user.ts';
import { listScimUsersRoute } from './user/list-scim-users.ts';
import { patchScimUserRoute, replaceScimUserRoute } from './user/replace-scim-user.ts';

/** Users and groups that an identity provider manages (SCIM 2.0). */
export const provisioning = module({
  routes: [
    getScimSettingsRoute,
    setScimSettingsRoute,
    renewScimTokenRoute,
    describeScimRoute,
    listScimResourceTypesRoute,
    listScimSchemasRoute,
    listScimUsersRoute,
    createScimUserRoute,
    getScimUserRoute,
    replaceScimUserRoute,
    patchScimUserRoute,
    deleteScimUserRoute,
    listScimGroupsRoute,
    createScimGroupRoute,
    getScimGroupRoute,
    replaceScimGroupRoute,
    patchScimGroupRoute,
    deleteScimGroupRoute,
  ],
});
