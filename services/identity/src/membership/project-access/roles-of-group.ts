import { projectAccessGroupRolesDeleted, projectAccessGroupRolesUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { RolesInput, groupInProjectParams } from './project-access.schema.ts';
import { replaceRolesOf } from './project-grants.ts';

const path = '/api/admin/projects/:projectId/groups/:groupId/roles';
const events = [projectAccessGroupRolesUpdated, projectAccessGroupRolesDeleted];

export const setRolesOfGroupRoute = route(
  {
    method: 'put',
    path,
    summary: 'Replace the roles of a group in a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: groupInProjectParams,
    body: RolesInput,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events,
  },
  ({ params, body }, context) => setRolesOfGroup(context, params.projectId, params.groupId, body.roles),
);

export const removeRolesOfGroupRoute = route(
  {
    method: 'delete',
    path,
    summary: 'Take every role in a project from a group',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: groupInProjectParams,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events,
  },
  ({ params }, context) => setRolesOfGroup(context, params.projectId, params.groupId, []),
);

export async function setRolesOfGroup(context: Context, project: string, groupId: number, roles: readonly number[]): Promise<void> {
  const changed = await replaceRolesOf(context, project, { userId: null, groupId }, roles);
  if (!changed) return;
  const [data, preData] = [
    { groupId, roles: changed.after },
    { groupId, roles: changed.before },
  ];
  if (data.roles.length > 0) context.publish(projectAccessGroupRolesUpdated, { project, data, preData });
  else context.publish(projectAccessGroupRolesDeleted, { project, preData });
}
