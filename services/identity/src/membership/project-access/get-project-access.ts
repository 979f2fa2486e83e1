import { route } from '@signalbox/kit';
import { findProject } from './project-grants.ts';
import { ProjectAccess, projectParams, ProjectUsers, readProjectAccess } from './project-access.schema.ts';

export const getProjectAccessRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/access',
    summary: 'Get the users and groups with roles in a project, and the available roles',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: ProjectAccess },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    await findProject(context.em, params.projectId);
    return readProjectAccess(context, params.projectId);
  },
);

export const listProjectUsersRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/users',
    summary: 'List the users with roles in a project',
    permission: 'authenticated',
    scope: 'project of the path',
    params: projectParams,
    answers: { 200: ProjectUsers },
    failures: ['NotFoundError'],
    deprecated: 'Use GET /api/admin/projects/:projectId/access, which includes groups.',
  },
  async ({ params }, context) => {
    await findProject(context.em, params.projectId);
    const { users, roles } = await readProjectAccess(context, params.projectId);
    return { users, roles };
  },
);
