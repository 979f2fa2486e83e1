import {
  changeRequestConfigurationUpdated,
  defaultStrategyUpdated,
  EnvironmentName,
  Failure,
  projectEnvironmentAdded,
} from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findEnvironment, shareEnvironment } from '../project/environment/environment.ts';
import { raiseVersionsOfProjects } from '../feature/feature/raise-versions.ts';
import { normaliseDefaultStrategy } from '../feature/strategy/default-strategy.ts';
import { CreateStrategy } from '../feature/strategy/strategy.schema.ts';
import { tablesOf } from '../tables/tables.ts';
import { projectParams } from '../project/project/project.schema.ts';
import { lockProject, ProjectEnvironment } from '../project/project/project.ts';
import { setProtection } from '../project/protection/configure-change-requests.ts';
import { plainPolicy } from '../project/protection/protected-environment.ts';

const AddEnvironment = Type.Object(
  {
    environment: EnvironmentName,
    changeRequestsEnabled: Type.Optional(Type.Boolean()),
    defaultStrategy: Type.Optional(CreateStrategy),
  },
  { additionalProperties: false },
);
type AddEnvironment = Static<typeof AddEnvironment>;

export const addProjectEnvironmentRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/environments',
    summary: 'Add an environment to a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: AddEnvironment,
    answers: { 200: empty },
    failures: ['NotFoundError', 'NameExistsError', 'BadDataError'],
    events: [projectEnvironmentAdded, defaultStrategyUpdated, changeRequestConfigurationUpdated],
  },
  ({ params, body }, context) => addProjectEnvironment(context, params.projectId, body),
);

/** Adds the environment to every feature of the project, including archived ones: switched off, without strategies. */
async function addProjectEnvironment(context: Context, projectId: string, input: AddEnvironment): Promise<void> {
  const project = await lockProject(context, projectId);
  await shareEnvironment(context.em, input.environment);
  const defaultStrategy = input.defaultStrategy
    ? await normaliseDefaultStrategy(context, project.id, { input: input.defaultStrategy, pointer: { path: 'defaultStrategy' } })
    : null;
  const { name: environment } = await findEnvironment(context.em, input.environment);
  await refuseLinked(context, project.id, environment);
  await linkEnvironment(context, project.id, environment, defaultStrategy);
  if (defaultStrategy !== null)
    context.publish(defaultStrategyUpdated, { project: project.id, environment, data: defaultStrategy, preData: null });
  if (input.changeRequestsEnabled) await setProtection(context, project.id, environment, { requiredApprovals: 1, ...plainPolicy });
}

/** Like `addProjectEnvironment`, for an existing project and environment without a link. */
export async function linkEnvironment(
  context: Context,
  project: string,
  environment: string,
  defaultStrategy: AddEnvironment['defaultStrategy'] | null = null,
): Promise<void> {
  context.em.create(ProjectEnvironment, { project, environment, defaultStrategy });
  await context.em.flush();
  await raiseVersionsOfProjects(context.em, [project]);
  await addToFeatures(context.em, project, environment);
  context.publish(projectEnvironmentAdded, { project, environment });
}

async function refuseLinked({ em }: Context, project: string, environment: string): Promise<void> {
  if (!(await em.findOne(ProjectEnvironment, { project, environment }))) return;
  throw new Failure('NameExistsError', `The project ${project} already uses the environment ${environment}.`);
}

/** Inserts the rows of all features in one statement. An environment that is new to the project has no rows yet. */
async function addToFeatures(em: EntityManager, project: string, environment: string): Promise<void> {
  await tablesOf(em)
    .insertInto('feature_environment')
    .columns(['feature_name', 'environment', 'enabled', 'variants'])
    .expression((build) =>
      build
        .selectFrom('feature')
        .where('project_id', '=', project)
        .select(['name', build.val(environment).as('environment'), build.val(0).as('enabled'), build.val('[]').as('variants')]),
    )
    .execute();
}
