import { environmentCreated, Failure, projectEnvironmentAdded } from '@signalbox/contracts';
import { type Context, empty, type EntityManager, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { raiseVersionsOfProjects } from '../feature/feature/raise-versions.ts';
import { Project, ProjectEnvironment } from '../project/project/project.ts';
import { copySettings } from './copy-settings.ts';
import { lockEnvironmentInUse } from './lock-order.ts';
import { createEnvironment } from '../project/environment/create-environment.ts';
import { CreateEnvironment, environmentParams } from '../project/environment/environment.schema.ts';

const CloneEnvironment = Type.Object({
  name: CreateEnvironment.properties.name,
  type: CreateEnvironment.properties.type,
  /** Defaults to all projects that use the environment. */
  projects: Type.Optional(Type.Array(Type.String())),
  /** True to give custom roles the same permissions in the clone as in the source. */
  clonePermissions: Type.Optional(Type.Boolean()),
});
type CloneEnvironment = Static<typeof CloneEnvironment>;

export const cloneEnvironmentRoute = route(
  {
    method: 'post',
    path: '/api/admin/environments/:environment/clone',
    summary: 'Clone an environment and all its configuration',
    permission: 'ADMIN',
    params: environmentParams,
    body: CloneEnvironment,
    answers: { 200: empty },
    failures: ['NotFoundError', 'NameExistsError'],
    events: [environmentCreated, projectEnvironmentAdded],
  },
  ({ params, body }, context) => cloneEnvironment(context, params.environment, body),
);

/** The clone is independent of its source. */
async function cloneEnvironment(
  context: Context,
  name: string,
  { type, projects, clonePermissions, ...clone }: CloneEnvironment,
): Promise<void> {
  const { em } = context;
  const { environment: source, links: used } = await lockEnvironmentInUse(context, name);
  await refuseUnknown(em, projects ?? []);
  const links = used.filter(({ project }) => projects?.includes(project) ?? true);
  const ids = links.map(({ project }) => project);
  await raiseVersionsOfProjects(em, ids);
  const input = { name: clone.name, type, enabled: source.enabled };
  const { name: environment } = await createEnvironment(context, input, clonePermissions ? source.name : undefined);
  await em.flush(); // Links refer to it.
  for (const { project, defaultStrategy } of links) {
    em.create(ProjectEnvironment, { project, environment, defaultStrategy: defaultStrategy ?? null });
    context.publish(projectEnvironmentAdded, { project, environment });
  }
  await em.flush();
  if (ids.length > 0) await copySettings(context, ids, { from: source.name, to: environment });
}

async function refuseUnknown(em: EntityManager, ids: readonly string[]): Promise<void> {
  const known = await em.find(Project, { id: { $in: [...ids] } });
  const unknown = ids.find((id) => !known.some((project) => project.id === id));
  if (unknown !== undefined) throw new Failure('NotFoundError', `There is no project ${unknown}.`);
}
