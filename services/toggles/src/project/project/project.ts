import { LockMode } from '@mikro-orm/core';
import { Failure, type Rules } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { compiled, Projection } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import { existing, findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { sizeNote, uncovered } from './feature-naming.ts';
import { projectEnvironmentTable, projectTable } from '../../tables/project.ts';

/** A group of features. Identity owns the permissions in it. */
export class Project extends projectTable.entity.class {}
projectTable.entity.setClass(Project);

export class ProjectEnvironment extends projectEnvironmentTable.entity.class {}
projectEnvironmentTable.entity.setClass(ProjectEnvironment);

const project = (id: string) => ({ entity: Project, where: { id }, called: `project ${id}` });
export const findProject = ({ em }: Pick<Context, 'em'>, id: string): Promise<Project> => findExisting(em, project(id));

/** The settings of a project that apply to new features. */
export type ProjectRules = Pick<Project, 'id' | 'featureLimit' | 'namingPattern' | 'namingExample' | 'linkTemplates'>;

/** Like `findProject`, limited to the columns that new features need. */
export async function readProjectRules({ em }: Pick<Context, 'em'>, id: string): Promise<ProjectRules> {
  const [row] = (await rulesOf(em, id)).rows;
  return rules.decode(existing(row ?? null, project(id)));
}

const rules = new Projection(projectTable, ['id', 'featureLimit', 'namingPattern', 'namingExample', 'linkTemplates']);

const rulesOf = compiled((db: Kysely<Tables>, id: string) => db.selectFrom('project').select(rules.selection).where('id', '=', id));

/** The active rules of projects that have any, by project. */
export const rulesByProject = (rows: readonly Parameters<typeof storedRules.decode>[0][]): Map<string, Rules> =>
  new Map(rows.map((row) => storedRules.decode(row)).flatMap(({ id, rules }) => (rules ? [[id, rules]] : [])));

export const storedRules = new Projection(projectTable, ['id', 'rules']);

/** `rulesByProject` of these projects. */
export async function readRules(em: EntityManager, projects: readonly string[]): Promise<Map<string, Rules>> {
  const active = tablesOf(em).selectFrom('project').where('id', 'in', projects).where('rules', 'is not', null);
  return rulesByProject(await active.select(storedRules.selection).execute());
}

/** While the project is locked, no feature is created in it. */
export const lockProject = ({ em }: Pick<Context, 'em'>, id: string): Promise<Project> => lockExisting(em, project(id));

/** Returns the project, if it exists, locked for share: it does not change until the unit of work ends, and others may share the lock. */
export async function shareProject({ em }: Pick<Context, 'em'>, id: string): Promise<Project | null> {
  return em.findOne(Project, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
}

export async function projectEnvironmentNames(em: EntityManager, project: string): Promise<string[]> {
  const links = await em.find(ProjectEnvironment, { project });
  return links.map((link) => link.environment);
}

/** Throws 400 unless the naming pattern matches each name completely. */
export async function refuseOutsidePattern(project: ProjectRules, names: readonly string[]): Promise<void> {
  const [name] = await namesOutsidePattern(project, names);
  if (name === undefined) return;
  const { namingPattern, namingExample } = project;
  const example = namingExample ? ` For example: ${namingExample}.` : '';
  throw new Failure(
    'PatternError',
    `name must match ${namingPattern}, the naming pattern of project ${project.id}; got ${name}.${example}${sizeNote(namingPattern ?? '')}`,
  );
}

export async function namesOutsidePattern({ namingPattern }: Pick<Project, 'namingPattern'>, names: readonly string[]): Promise<string[]> {
  return namingPattern ? uncovered(namingPattern, names) : [];
}

/** Counts under a lock on the project, so that concurrent requests cannot exceed the limit. */
export async function refuseBeyondLimit(context: Context, project: Pick<Project, 'id' | 'featureLimit'>, more = 1): Promise<void> {
  const { featureLimit } = project;
  if (featureLimit === null || featureLimit === undefined) return;
  await lockProject(context, project.id);
  const count = await countActiveFeatures(context.em, project.id);
  if (count + more <= featureLimit) return;
  throw new Failure(
    'InvalidOperationError',
    `The project ${project.id} has reached its limit of ${featureLimit} features. Archive features or raise the limit.`,
  );
}

async function countActiveFeatures(em: EntityManager, project: string): Promise<number> {
  const active = tablesOf(em).selectFrom('feature').where('project_id', '=', project).where('archived_at', 'is', null);
  const { count } = await active.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}
