import { projectAccessAdded, RowId } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { accessFact, HolderIds, projectParams, RoleIds } from './project-access.schema.ts';
import { changeAccess, type Holding } from './project-grants.ts';
import { holdings } from './replace-project-access.ts';

const Holders = Type.Object({ groups: Type.Optional(HolderIds), users: Type.Optional(HolderIds) });

export const addProjectAccessRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/access',
    summary: 'Grant several roles in a project to several users and groups',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: Type.Object({ ...Holders.properties, roles: Type.Array(RowId, { ...RoleIds, minItems: 1 }) }),
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
    events: [projectAccessAdded],
  },
  ({ params, body: { roles, users = [], groups = [] } }, context) =>
    addProjectAccess(
      context,
      params.projectId,
      roles.flatMap((role) => holdings(role, users, groups)),
    ),
);

export const addProjectAccessOfRoleRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/role/:roleId/access',
    summary: 'Grant one role in a project to several users and groups',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: Type.Object({ ...projectParams.properties, roleId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
    body: Holders,
    answers: { 200: empty },
    failures: ['BadDataError', 'NoAccessError', 'NotFoundError'],
    events: [projectAccessAdded],
    deprecated: 'Use POST /api/admin/projects/:projectId/access, which takes several roles.',
  },
  ({ params, body: { users = [], groups = [] } }, context) =>
    addProjectAccess(context, params.projectId, holdings(params.roleId, users, groups)),
);

/** Existing grants stay and are not part of the event. */
async function addProjectAccess(context: Context, project: string, added: readonly Holding[]): Promise<void> {
  const changed = await changeAccess(context, project, (before) => [...before, ...added]);
  if (changed) context.publish(projectAccessAdded, { project, data: accessFact(changed.after.slice(changed.before.length)) });
}
