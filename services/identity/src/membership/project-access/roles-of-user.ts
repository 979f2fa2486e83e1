import { projectAccessUserRolesDeleted, projectAccessUserRolesUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { RolesInput, userInProjectParams } from './project-access.schema.ts';
import { replaceRolesOf } from './project-grants.ts';

const path = '/api/admin/projects/:projectId/users/:userId/roles';
const events = [projectAccessUserRolesUpdated, projectAccessUserRolesDeleted];

export const setRolesOfUserRoute = route(
  {
    method: 'put',
    path,
    summary: 'Replace the roles of a user in a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: userInProjectParams,
    body: RolesInput,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events,
  },
  ({ params, body }, context) => setRolesOfUser(context, params.projectId, params.userId, body.roles),
);

export const removeRolesOfUserRoute = route(
  {
    method: 'delete',
    path,
    summary: 'Take every role in a project from a user',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: userInProjectParams,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'ProjectWithoutOwnerError'],
    events,
  },
  ({ params }, context) => setRolesOfUser(context, params.projectId, params.userId, []),
);

export async function setRolesOfUser(context: Context, project: string, userId: number, roles: readonly number[]): Promise<void> {
  const changed = await replaceRolesOf(context, project, { userId, groupId: null }, roles);
  if (!changed) return;
  const [data, preData] = [
    { userId, roles: changed.after },
    { userId, roles: changed.before },
  ];
  if (data.roles.length > 0) context.publish(projectAccessUserRolesUpdated, { project, data, preData });
  else context.publish(projectAccessUserRolesDeleted, { project, preData });
}
