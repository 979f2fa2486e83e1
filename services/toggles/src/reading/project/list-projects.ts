import { DateTime, nullable } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { favoriteProjectsOf } from '../favorite/favorite.ts';
import { readHealths, technicalDebtOf } from '../insight/health.ts';
import { OnboardingStatus } from '../insight/onboarding.schema.ts';
import { Owner, readOwners } from '../insight/owners.ts';
import { onboardingOf, type Progress, readProgress } from '../insight/progress.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { Project } from '../../project/project/project.ts';
import { ProjectSummary } from '../../project/project/project.schema.ts';

const ProjectItem = Type.Object({
  ...ProjectSummary.properties,
  technicalDebt: Type.Integer(),
  onboardingStatus: OnboardingStatus,
  /** The latest event of anything in the project. */
  lastUpdatedAt: nullable(DateTime),
  lastReportedFlagUsage: nullable(DateTime),
  /** Projects are deleted, never archived. */
  archivedAt: Type.Null(),
  owners: Type.Array(Owner),
});

export const listProjectsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects',
    summary: 'List the projects that the caller may see',
    permission: 'authenticated',
    query: Type.Object({ archived: Type.Optional(Type.Boolean()) }),
    answers: { 200: Type.Object({ version: Type.Literal(1), projects: Type.Array(ProjectItem) }) },
    failures: [],
  },
  // Consoles ask for the archived ones; projects are deleted, never archived.
  async ({ query }, context) => ({ version: 1 as const, projects: query.archived ? [] : await listProjects(context) }),
);

/** By name. */
export async function listProjects({ em, access, actor, now }: ReadContext) {
  const projects = await em.find(Project, {}, { orderBy: { name: 'asc', id: 'asc' } });
  const counts = await countActiveFeatures(em);
  const healths = await readHealths(em, now());
  const progressOf = await readProgress(em);
  const favorites = await favoriteProjectsOf(em, actor.id);
  const visible = projects.filter(({ id }) => access.sees(actor, id));
  const ownersOf = await readOwners(
    { em, access },
    visible.map(({ id }) => id),
  );
  return visible.map(({ id, name, description, mode, defaultStickiness, createdAt, updatedAt }) => ({
    id,
    name,
    description: description ?? null,
    mode,
    defaultStickiness,
    ...presentHealth(healths.get(id) ?? 100),
    ...presentProgress(progressOf(id)),
    featureCount: counts.get(id) ?? 0,
    memberCount: access.members(id).size,
    favorite: favorites.has(id),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    archivedAt: null,
    owners: ownersOf(id),
  }));
}

const presentHealth = (health: number) => ({ health, technicalDebt: technicalDebtOf(health) });

const presentProgress = (progress: Progress) => ({
  onboardingStatus: onboardingOf(progress),
  lastUpdatedAt: progress.lastChangedAt,
  lastReportedFlagUsage: progress.lastUsedAt,
});

async function countActiveFeatures(em: EntityManager): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('archived_at', 'is', null)
    .groupBy('project_id')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('features')])
    .execute();
  return new Map(rows.map(({ project_id, features }) => [project_id, Number(features)]));
}
