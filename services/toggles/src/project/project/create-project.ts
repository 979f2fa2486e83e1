import { LockMode } from '@mikro-orm/core';
import { Failure, projectCreated } from '@signalbox/contracts';
import { type Context, type EntityManager, Reply, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { refuseTombstoned } from '../../base/tombstone/tombstone.ts';
import { Environment } from '../environment/environment.ts';
import { noNaming } from './feature-naming.ts';
import { Project, ProjectEnvironment } from './project.ts';
import { CreateProject, CreatedProject, serializeProject } from './project.schema.ts';

export const createProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects',
    summary: 'Create a project',
    permission: 'CREATE_PROJECT',
    body: CreateProject,
    answers: { 201: CreatedProject },
    headers: { Location: 'The URL of the project.' },
    failures: ['NameExistsError', 'BadDataError'],
    events: [projectCreated],
  },
  async ({ body }, context) => {
    const { project, environments } = await createProject(context, body);
    const { featureNaming: _naming, linkTemplates: _templates, ...settings } = serializeProject(project);
    return new Reply({ ...settings, environments }, { headers: { location: `/api/admin/projects/${project.id}` } });
  },
);

/** Creates a project that uses the named environments, or every enabled one. Identity makes the creator the owner when it receives the event. */
async function createProject(context: Context, input: CreateProject): Promise<{ project: Project; environments: string[] }> {
  await refuseTakenId(context, input.id);
  const environments = await readEnvironments(context.em, input.environments);
  const project = await storeProject(context, input, environments);
  context.publish(projectCreated, { project: project.id, data: serializeProject(project) });
  return { project, environments };
}

/**
 * The named environments, or all enabled ones, in their order. Throws 400 for an unknown one. Reads them after locking them for share:
 * by then, a concurrent clone of one of them has committed.
 */
async function readEnvironments(em: EntityManager, named: readonly string[] | undefined): Promise<string[]> {
  const where = named ? { name: { $in: [...named] } } : { enabled: true };
  await em.find(Environment, where, { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: 'asc' } });
  const environments = (await em.find(Environment, where, { orderBy: { sortOrder: 'asc', name: 'asc' } })).map(({ name }) => name);
  const unknown = named?.find((name) => !environments.includes(name));
  if (unknown !== undefined) throw badValue('environments', `must be existing environments; got ${unknown}`);
  return environments;
}

/** Stores a project whose id must be free, and its links to environments. */
export async function storeProject(context: Context, input: CreateProject, environments: readonly string[]): Promise<Project> {
  const project = context.em.create(Project, {
    id: input.id,
    name: input.name,
    description: input.description ?? null,
    mode: input.mode ?? 'open',
    defaultStickiness: input.defaultStickiness ?? 'default',
    featureLimit: input.featureLimit ?? null,
    namingPattern: noNaming.pattern,
    namingExample: noNaming.example,
    namingDescription: noNaming.description,
    createdAt: context.now(),
    updatedAt: null,
  });
  await context.em.flush();
  for (const environment of environments) {
    context.em.create(ProjectEnvironment, { project: project.id, environment, defaultStrategy: null });
  }
  return project;
}

/** Ids are unique across all projects: a hidden project occupies its id, and so does a deleted one until it is purged. */
export async function refuseTakenId({ em }: Pick<Context, 'em'>, id: string): Promise<void> {
  await refuseTombstoned({ em }, 'project', [id]);
  if (await em.findOne(Project, { id })) throw new Failure('NameExistsError', `A project with the id ${id} already exists.`);
}
