import { changeRequestConfigurationUpdated, Failure, projectEnvironmentRemoved } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { raiseVersionsOfProjects } from '../feature/feature/raise-versions.ts';
import { tablesOf } from '../tables/tables.ts';
import { lockFeaturesOf } from './lock-order.ts';
import { projectEnvironmentParams } from '../project/project/project.schema.ts';
import { unprotectAll } from '../project/protection/configure-change-requests.ts';
import { lockProject, ProjectEnvironment } from '../project/project/project.ts';

export const removeProjectEnvironmentRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/environments/:environment',
    summary: 'Remove an environment from a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    protectedBy: 'environment',
    params: projectEnvironmentParams,
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'MinimumOneEnvironmentError'],
    events: [changeRequestConfigurationUpdated, projectEnvironmentRemoved],
  },
  ({ params }, context) => removeProjectEnvironment(context, params.projectId, params.environment),
);

/** Deletes the settings of the project's features in the environment too: switches, strategies, variants. */
async function removeProjectEnvironment(context: Context, projectId: string, environment: string): Promise<void> {
  const { em } = context;
  const project = await lockProject(context, projectId);
  await lockFeaturesOf(context, [project.id]);
  const links = await em.find(ProjectEnvironment, { project: project.id });
  const link = links.find((candidate) => candidate.environment === environment);
  if (!link) throw new Failure('NotFoundError', `The project ${projectId} does not use the environment ${environment}.`);
  if (links.length === 1) {
    throw new Failure(
      'MinimumOneEnvironmentError',
      `The environment ${environment} is the last one of project ${projectId}. A project needs at least one environment.`,
    );
  }
  await unprotectAll(context, { project: project.id, environment });
  await removeFromFeatures(em, project.id, environment);
  await raiseVersionsOfProjects(em, [project.id]);
  em.remove(link);
  context.publish(projectEnvironmentRemoved, { project: project.id, environment });
}

/** Strategies are deleted with their feature's environment, by foreign key. */
async function removeFromFeatures(em: EntityManager, project: string, environment: string): Promise<void> {
  await tablesOf(em)
    .deleteFrom('feature_environment')
    .where('environment', '=', environment)
    .where('feature_name', 'in', (where) => where.selectFrom('feature').select('name').where('project_id', '=', project))
    .execute();
}
