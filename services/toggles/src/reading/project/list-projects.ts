import { DateTime, nullable } from '@signalbox/contracts';
import { type ReadContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { favoriteProjectsOf } from '../favorite/favorite.ts';
import { readIndex } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { healthOf, readStalenessByProject, type Staleness, technicalDebtOf } from '../insight/health.ts';
import { OnboardingStatus } from '../insight/onboarding.schema.ts';
import { Owner, ownersOf } from '../insight/owners.ts';
import { onboardingOf, type Progress, readProgress } from '../insight/progress.ts';
import { Project } from '../../project/project/project.ts';
import { ProjectSummary } from '../../project/project/project.schema.ts';

const ProjectItem = Type.Object({
  ...ProjectSummary.properties,
  technicalDebt: Type.Integer(),
  staleFeatureCount: Type.Integer(),
  potentiallyStaleFeatureCount: Type.Integer(),
  onboardingStatus: OnboardingStatus,
  /** Time of the latest event in the project. */
  lastUpdatedAt: nullable(DateTime),
  lastReportedFlagUsage: nullable(DateTime),
  /** Projects are deleted, never archived. */
  archivedAt: Type.Null(),
  owners: Type.Array(Owner),
});

export const listProjectsRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects',
    summary: 'List the projects visible to the caller',
    permission: 'authenticated',
    query: Type.Object({ archived: Type.Optional(Type.Boolean()) }),
    answers: { 200: Type.Object({ version: Type.Literal(1), projects: Type.Array(ProjectItem) }) },
    failures: [],
  },
  // Consoles request archived projects, but projects are deleted, never archived.
  async ({ query }, context) => ({ version: 1 as const, projects: query.archived ? [] : await listProjects(context) }),
);

/** Sorted by name. */
export async function listProjects(context: ReadContext<IndexState>) {
  const { em, access, actor, now } = context;
  const projects = await em.find(Project, {}, { orderBy: { name: 'asc', id: 'asc' } });
  const { index } = await readIndex(context);
  const features = index.select({ order: 'age', archived: false });
  const stalenessOf = await readStalenessByProject(em, features, now());
  const progressOf = await readProgress(em);
  const favorites = await favoriteProjectsOf(em, actor.id);
  const visible = projects.filter(({ id }) => access.sees(actor, id));
  return visible.map(({ id, name, description, mode, defaultStickiness, createdAt, updatedAt }) => ({
    id,
    name,
    description: description ?? null,
    mode,
    defaultStickiness,
    ...serializeStaleness(stalenessOf(id)),
    ...serializeProgress(progressOf(id)),
    memberCount: access.members(id).size,
    favorite: favorites.has(id),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    archivedAt: null,
    owners: ownersOf(access, id),
  }));
}

function serializeStaleness(staleness: Staleness) {
  const { activeCount, staleCount, potentiallyStaleCount } = staleness;
  const health = healthOf(staleness);
  return {
    health,
    technicalDebt: technicalDebtOf(health),
    featureCount: activeCount + staleCount,
    staleFeatureCount: staleCount,
    potentiallyStaleFeatureCount: potentiallyStaleCount,
  };
}

const serializeProgress = (progress: Progress) => ({
  onboardingStatus: onboardingOf(progress),
  lastUpdatedAt: progress.lastChangedAt,
  lastReportedFlagUsage: progress.lastUsedAt,
});
