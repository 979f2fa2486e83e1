import type { EntityManager, ReadContext } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { isFavoriteProject } from '../favorite/favorite.ts';
import { readProjectFeatures } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { healthOf, readStaleness } from '../insight/health.ts';
import { projectEnvironmentTable } from '../../tables/project.ts';
import { tablesOf } from '../../tables/tables.ts';
import { findProject } from '../../project/project/project.ts';
import { serializeNaming } from '../../project/project/project.schema.ts';

export type DescribingContext = Pick<ReadContext<IndexState>, 'em' | 'access' | 'actor' | 'now' | 'state'>;

/** Returns the project with its features, the counts behind its health, and its defaults for new features. */
export async function describeProject(context: DescribingContext, id: string) {
  const { em, access, actor, now } = context;
  const project = await findProject({ em }, id);
  const features = await readProjectFeatures(context, id);
  const staleness = await readStaleness(em, features, now());
  const description = {
    version: 1 as const,
    name: project.name,
    description: project.description ?? null,
    mode: project.mode,
    defaultStickiness: project.defaultStickiness,
    featureLimit: project.featureLimit ?? null,
    featureNaming: serializeNaming(project),
    members: access.members(id).size,
    health: healthOf(staleness),
    favorite: await isFavoriteProject(em, actor.id, id),
    environments: await readProjectEnvironments(em, id),
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt?.toISOString() ?? null,
  };
  return { description, features, staleness, linkTemplates: [...(project.linkTemplates ?? [])] };
}

/** In the order of the environments. Executes one statement. */
async function readProjectEnvironments(em: EntityManager, project: string) {
  const query = tablesOf(em)
    .selectFrom('project_environment')
    .innerJoin('environment', 'environment.name', 'project_environment.environment')
    .leftJoin('protected_environment as guarded', (join) =>
      join
        .onRef('guarded.project_id', '=', 'project_environment.project_id')
        .onRef('guarded.environment', '=', 'project_environment.environment'),
    )
    .where('project_environment.project_id', '=', project)
    .select('guarded.environment as guarded')
    .orderBy('environment.sort_order')
    .orderBy('environment.name');
  return (await linked.read(query)).map(({ environment, defaultStrategy, guarded }) => ({
    environment,
    changeRequestsEnabled: guarded !== null,
    ...(defaultStrategy && { defaultStrategy }),
  }));
}

const linked = new Projection(projectEnvironmentTable, ['environment', 'defaultStrategy']);
