import { Failure, projectEnvironmentRemoved } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { tablesOf } from '../base/database/tables.ts';
import { lockFeaturesOf } from './lock-order.ts';
import { projectEnvironmentParams } from '../project/project/project.schema.ts';
import { lockProject, ProjectEnvironment } from '../project/project/project.ts';

export const removeProjectEnvironmentRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/environments/:environment',
    summary: 'Remove an environment from a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectEnvironmentParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'MinimumOneEnvironmentError'],
    events: [projectEnvironmentRemoved],
  },
  ({ params }, context) => removeProjectEnvironment(context, params.projectId, params.environment),
);

/** What the project's features had in the environment goes with it: switches, strategies, variants. */
export async function removeProjectEnvironment(context: Context, projectId: string, environment: string): Promise<void> {
  const { em } = context;
  const project = await lockProject(context, projectId);
  await lockFeaturesOf(context, [project.id]);
  const links = await em.find(ProjectEnvironment, { project: project.id });
  const link = links.find((candidate) => candidate.environment === environment);
  if (!link) throw new Failure('NotFoundError', `The project ${projectId} does not use the environment ${environment}.`);
  if (links.length === 1) {
    throw new Failure('MinimumOneEnvironmentError', `The project ${projectId} must keep one environment, and ${environment} is its last.`);
  }
  await removeFromFeatures(em, project.id, environment);
  em.remove(link);
  context.publish(projectEnvironmentRemoved, { project: project.id, environment });
}

/** Strategies follow their feature's environment by foreign key. */
async function removeFromFeatures(em: EntityManager, project: string, environment: string): Promise<void> {
  const tables = tablesOf(em);
  await tables
    .deleteFrom('feature_environment')
    .where('environment', '=', environment)
    .where('feature_name', 'in', (where) => where.selectFrom('feature').select('name').where('project_id', '=', project))
    .execute();
  await tables.deleteFrom('protected_environment').where('project_id', '=', project).where('environment', '=', environment).execute();
}
