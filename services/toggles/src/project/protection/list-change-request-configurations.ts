import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { projectParams } from '../project/project.schema.ts';
import { findProject } from '../project/project.ts';
import { ProtectedEnvironment, protectionOf } from './protected-environment.ts';
import { ChangeRequestConfiguration } from './protection.schema.ts';

export const listChangeRequestConfigurationsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/config',
    summary: 'List the change request configuration of each environment of a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: Type.Array(ChangeRequestConfiguration) },
    failures: ['NotFoundError'],
  },
  ({ params }, { em }) => listChangeRequestConfigurations(em, params.projectId),
);

/** Sorted like the environments. */
export async function listChangeRequestConfigurations(em: EntityManager, projectId: string) {
  const { id: project } = await findProject({ em }, projectId);
  const rows = await em.find(ProtectedEnvironment, { project });
  const protections = new Map(rows.map((row) => [row.environment, protectionOf(row)]));
  return (await environmentsOf(em, project)).map(({ name: environment, type }) => {
    const protection = protections.get(environment);
    return { environment, type, changeRequestEnabled: protection !== undefined, requiredApprovals: null, ...protection };
  });
}

const environmentsOf = (em: EntityManager, project: string) =>
  tablesOf(em)
    .selectFrom('project_environment')
    .innerJoin('environment', 'environment.name', 'project_environment.environment')
    .where('project_id', '=', project)
    .select(['environment.name', 'environment.type'])
    .orderBy('environment.sort_order')
    .orderBy('environment.name')
    .execute();
