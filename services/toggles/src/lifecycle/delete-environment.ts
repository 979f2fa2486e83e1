import { changeRequestConfigurationUpdated, environmentDeleted, Failure } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { writeTombstone } from '../base/tombstone/tombstone.ts';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { raiseVersionsOfProjects } from '../feature/feature/raise-versions.ts';
import { ProjectEnvironment } from '../project/project/project.ts';
import { unprotectAll } from '../project/protection/configure-change-requests.ts';
import { tablesOf } from '../tables/tables.ts';
import { lockEnvironmentInUse } from './lock-order.ts';
import { environmentParams, serializeEnvironment } from '../project/environment/environment.schema.ts';

export const deleteEnvironmentRoute = route(
  {
    method: 'delete',
    path: '/api/admin/environments/:environment',
    summary: 'Delete an environment and all its configuration',
    permission: 'ADMIN',
    params: environmentParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError', 'MinimumOneEnvironmentError'],
    events: [changeRequestConfigurationUpdated, environmentDeleted],
  },
  ({ params }, context) => deleteEnvironment(context, params.environment),
);

/** Identity revokes the tokens when it receives the event. Until then the name stays reserved. */
async function deleteEnvironment(context: Context, name: string): Promise<void> {
  const { em } = context;
  const { environment, links } = await lockEnvironmentInUse(context, name);
  if (environment.protected)
    throw new Failure('InvalidOperationError', `The environment ${name} cannot be deleted: its property protected is true.`);
  await refuseLast(em, name);
  await em.nativeDelete(FeatureEnvironment, { environment: name }); // Strategies are deleted with it, by foreign key.
  await raiseVersionsOfProjects(
    em,
    links.map(({ project }) => project),
  );
  await em.nativeDelete(ProjectEnvironment, { environment: name });
  await unprotectAll(context, { environment: name });
  em.remove(environment);
  writeTombstone(context, 'environment', name);
  context.publish(environmentDeleted, { environment: name, preData: serializeEnvironment(environment) });
}

/** Every project must keep at least one environment. */
async function refuseLast(em: EntityManager, environment: string): Promise<void> {
  const [only] = await tablesOf(em)
    .selectFrom('project_environment')
    .groupBy('project_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .having(({ fn }) => fn.max('environment'), '=', environment)
    .select('project_id')
    .orderBy('project_id')
    .limit(1)
    .execute();
  if (!only) return;
  throw new Failure(
    'MinimumOneEnvironmentError',
    `The environment ${environment} is the last one of project ${only.project_id}. Add another environment to the project first.`,
  );
}
