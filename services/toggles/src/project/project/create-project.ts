import { LockMode } from '@mikro-orm/core';
import { Failure, projectCreated } from '@signalbox/contracts';
import { type Context, type EntityManager, Reply, route } from '@signalbox/kit';
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
    failures: ['NameExistsError'],
    events: [projectCreated],
  },
  async ({ body }, context) => {
    const { project, environments } = await createProject(context, body);
    const { featureNaming: _naming, linkTemplates: _templates, ...settings } = serializeProject(project);
    return new Reply({ ...settings, environments }, { headers: { location: `/api/admin/projects/${project.id}` } });
  },
);

/** Creates a project that uses every enabled environment. Identity makes the creator the owner when it receives the event. */
export async function createProject(context: Context, input: CreateProject): Promise<{ project: Project; environments: string[] }> {
  await refuseTakenId(context, input.id);
  const enabled = await readEnabled(context.em);
  const environments = enabled.map(({ name }) => name);
  const project = await storeProject(context, input, environments);
  context.publish(projectCreated, { project: project.id, data: serializeProject(project) });
  return { project, environments };
}

/** Reads the environments after locking them for share: by then, a concurrent clone of one of them has committed. */
async function readEnabled(em: EntityManager): Promise<Environment[]> {
  await em.find(Environment, { enabled: true }, { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { name: 'asc' } });
  return em.find(Environment, { enabled: true }, { orderBy: { sortOrder: 'asc', name: 'asc' } });
}

/** Stores a project whose id must be free, and its links to environments. */
export async function storeProject(context: Context, input: CreateProject, environments: readonly string[]): Promise<Project> {
  const project = context.em.create(Project, {
    id: input.id,
    name: input.name,
    description: input.description || null,
    mode: input.mode ?? 'open',
    defaultStickiness: input.defaultStickiness ?? 'default',
    featureLimit: null,
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
