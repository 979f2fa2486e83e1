import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { favoriteProjectsOf } from '../favorite/favorite.ts';
import { readHealths } from '../insight/health.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { Project } from '../../project/project/project.ts';
import { ProjectSummary } from '../../project/project/project.schema.ts';

export const listProjectsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects',
    summary: 'List the projects that the caller may see',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Literal(1), projects: Type.Array(ProjectSummary) }) },
    failures: [],
  },
  async (_input, context) => ({ version: 1 as const, projects: await listProjects(context) }),
);

/** By name. */
export async function listProjects({ em, access, actor, now }: ReadContext) {
  const projects = await em.find(Project, {}, { orderBy: { name: 'asc', id: 'asc' } });
  const counts = await countActiveFeatures(em);
  const healths = await readHealths(em, now());
  const favorites = await favoriteProjectsOf(em, actor.id);
  return projects
    .filter(({ id }) => access.sees(actor, id))
    .map(({ id, name, description, mode, defaultStickiness, createdAt, updatedAt }) => ({
      id,
      name,
      description: description ?? null,
      mode,
      defaultStickiness,
      health: healths.get(id) ?? 100,
      featureCount: counts.get(id) ?? 0,
      memberCount: access.members(id).size,
      favorite: favorites.has(id),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt?.toISOString() ?? null,
    }));
}

async function countActiveFeatures(em: EntityManager): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('archived_at', 'is', null)
    .groupBy('project_id')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('features')])
    .execute();
  return new Map(rows.map(({ project_id, features }) => [project_id, Number(features)]));
}
