import { module } from '@signalbox/kit';
import { createGroupRoute } from './group/create-group.ts';
import { deleteGroupRoute } from './group/delete-group.ts';
import { getGroupRoute } from './group/get-group.ts';
import { listGroupsRoute } from './group/list-groups.ts';
import { updateGroupRoute } from './group/update-group.ts';

/** Who is given access together, and to which projects. */
export const membership = module({
  routes: [listGroupsRoute, getGroupRoute, createGroupRoute, updateGroupRoute, deleteGroupRoute],
});
