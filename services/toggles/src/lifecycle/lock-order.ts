import { LockMode } from '@mikro-orm/core';
import { chunksOf, type Context, type EntityManager } from '@signalbox/kit';
import { perStatement } from '../base/database/in-chunks.ts';
import { Feature } from '../feature/feature/feature.ts';
import { Environment, lockEnvironment } from '../project/environment/environment.ts';
import { Project, ProjectEnvironment } from '../project/project/project.ts';

/*
 * The locking rule. Rows are locked in this order, each kind sorted by its key, before any decision depends on them:
 *
 *   1. projects   2. environments   3. features   4. objects that features refer to (strategy definitions,
 *      segments, context fields, tag types)
 *
 *   | operation                              | projects          | environments | features         |
 *   | -------------------------------------- | ----------------- | ------------ | ---------------- |
 *   | add an environment to a project        | it                | shared       | all of it        |
 *   | remove an environment from a project   | it                |              | all of it        |
 *   | clone or delete an environment         | all that use it   | it           | all of these     |
 *   | delete a project                       | it                |              | all of it        |
 *   | move a feature                         | source and target |              | it               |
 *   | clone a feature                        | it                |              | the source       |
 *   | create a feature                       | shared            | shared       |                  |
 *   | create a project                       |                   | shared       |                  |
 *   | archive, switch, tag, add a strategy   |                   |              | it               |
 *   | add a dependency                       |                   |              | both             |
 *   | import features                        | shared            | shared       | the named ones   |
 *   | import a state                         | all               | all          | all              |
 *   | apply a plan, promote                  | shared            | shared       | the named ones   |
 *
 * A shared lock admits other shared locks but no exclusive one. Inserting a row takes a shared lock on each row that it
 * refers to by foreign key. In this way features share their project, and settings of features and links of projects share
 * their environment.
 *
 * The rule leaves no gap:
 *
 * - The features of a project change when features are created, moved or deleted. A creation shares the project before it
 *   reads the project's environments; a move locks both projects; a deletion locks the feature. So after locking a project,
 *   its features are fixed, and no feature is added with other environments than the project uses.
 * - The projects that use an environment change with links, and a link shares both of its ends. The projects that use an
 *   environment are locked before it, to keep the order, and again after it, to include projects linked in between. This
 *   second step rarely finds any; if it does, a deadlock may end one of the two transactions, which then runs again.
 * - The settings of a feature in an environment change under the lock on the feature. Operations that copy or delete the
 *   settings of whole environments lock the features too, because updating a deleted row does nothing and does not fail.
 *
 * Three operations violate the order and may have to run again: the limit of a project is counted under its lock when
 * features leave the archive; the features of a project are locked in the order of an index; and deleting a tag or its
 * type increments the versions of the features that had it.
 */

/** Locks the projects that exist. Refuses nothing, so that callers control the order of failures. */
export async function lockProjects({ em }: Context, ids: readonly string[]): Promise<void> {
  await em.find(Project, { id: { $in: [...new Set(ids)] } }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
}

/**
 * Locks an environment with the projects that use it and all of their features, and returns the environment and its links.
 * Throws 404 if it does not exist.
 */
export async function lockEnvironmentInUse(
  context: Context,
  name: string,
): Promise<{ environment: Environment; links: ProjectEnvironment[] }> {
  await lockUsersOf(context, name);
  const environment = await lockEnvironment(context, name);
  await lockUsersOf(context, name);
  const links = await context.em.find(
    ProjectEnvironment,
    { environment: name },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { project: 'asc' } },
  );
  await lockFeaturesOf(
    context,
    links.map(({ project }) => project),
  );
  return { environment, links };
}

async function lockUsersOf(context: Context, environment: string): Promise<void> {
  const links = await context.em.find(ProjectEnvironment, { environment }, { disableIdentityMap: true });
  await lockProjects(
    context,
    links.map(({ project }) => project),
  );
}

/** Locks all features of locked projects, including archived ones. There may be thousands, so none is loaded. */
export async function lockFeaturesOf({ em }: Context, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  await lockRows(em, { project: { $in: [...projects] } });
}

/** Locks the named features that exist. */
export async function lockFeatures({ em }: Context, names: readonly string[]): Promise<void> {
  for (const some of chunksOf([...new Set(names)].sort(), perStatement)) await lockRows(em, { name: { $in: some } });
}

/** Locks the whole instance, for imports of a state. */
export async function lockInstance({ em }: Context): Promise<void> {
  await em.find(Project, {}, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } });
  await em.find(Environment, {}, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  await lockRows(em, {});
}

const lockRows = (em: EntityManager, where: Partial<Record<'name' | 'project', { readonly $in: string[] }>>) =>
  em.createQueryBuilder(Feature).select('name').where(where).orderBy({ name: 'asc' }).setLockMode(LockMode.PESSIMISTIC_WRITE).execute();
