import { projectAccessUserRolesDeleted, projectAccessUserRolesUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { RolesInput, userInProjectParams } from './project-access.schema.ts';
import { changeAccess, type Holding } from './project-grants.ts';
import { holdings } from './replace-project-access.ts';

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
  const factOf = (all: readonly Holding[]) => ({ userId, roles: all.flatMap((each) => (each.userId === userId ? [each.roleId] : [])) });
  const changed = await changeAccess(context, project, (before) => [
    ...before.filter((each) => each.userId !== userId),
    ...roles.flatMap((role) => holdings(role, [userId], [])),
  ]);
  if (!changed) return;
  const [data, preData] = [factOf(changed.after), factOf(changed.before)];
  if (data.roles.length > 0) context.publish(projectAccessUserRolesUpdated, { project, data, preData });
  else context.publish(projectAccessUserRolesDeleted, { project, preData });
}
