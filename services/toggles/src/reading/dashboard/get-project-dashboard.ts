import { DateTime } from '@signalbox/contracts';
import { type EntityManager, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOf, tablesOf } from '../../tables/tables.ts';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { readProjectFeatures } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { healthOf, readStaleness, technicalDebtOf } from '../insight/health.ts';
import { OnboardingStatus } from '../insight/onboarding.schema.ts';
import { Owner, ownersOf } from '../insight/owners.ts';
import { onboardingOf, readProgress } from '../insight/progress.ts';
import type { DescribingContext } from '../project/describe-project.ts';
import { findReader } from './get-dashboard.ts';

const ProjectDashboard = Type.Object({
  owners: Type.Array(Owner),
  /** The caller's roles in the project. */
  roles: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), type: Type.String() })),
  onboardingStatus: OnboardingStatus,
  insights: Type.Object({
    totalFlags: Type.Integer(),
    activeFlags: Type.Integer(),
    staleFlags: Type.Integer(),
    potentiallyStaleFlags: Type.Integer(),
    health: Type.Integer(),
    technicalDebt: Type.Integer(),
    /** Always null: health is computed now, and past values are not stored. */
    avgHealthCurrentWindow: Type.Null(),
    avgHealthPastWindow: Type.Null(),
  }),
  /** The latest changes of features by users, at most five. The number is only unique in this response. */
  latestEvents: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** A sentence in Markdown. */
      summary: Type.String(),
      createdBy: Type.String(),
      createdAt: DateTime,
    }),
  ),
});

export const getProjectDashboardRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/personal-dashboard/:projectId',
    summary: 'Get the health, recent changes and the caller’s roles in a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: ProjectDashboard },
    failures: ['NotFoundError', 'InvalidOperationError'],
  },
  ({ params }, context) => getProjectDashboard(context, params.projectId),
);

async function getProjectDashboard(context: DescribingContext, id: string) {
  const { em, access, actor, now } = context;
  findReader(context);
  await findProject({ em }, id);
  const staleness = await readStaleness(em, await readProjectFeatures(context, id), now());
  const { activeCount, staleCount, potentiallyStaleCount } = staleness;
  const health = healthOf(staleness);
  const progressOf = await readProgress(em, id);
  return {
    owners: ownersOf(access, id),
    roles: access.rolesIn(actor, id),
    onboardingStatus: onboardingOf(progressOf(id)),
    insights: {
      totalFlags: activeCount + staleCount,
      activeFlags: activeCount,
      staleFlags: staleCount,
      potentiallyStaleFlags: potentiallyStaleCount,
      health,
      technicalDebt: technicalDebtOf(health),
      avgHealthCurrentWindow: null,
      avgHealthPastWindow: null,
    },
    latestEvents: await readLatestChanges(em, id),
  };
}

const maxChanges = 5;

async function readLatestChanges(em: EntityManager, project: string) {
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .innerJoin('feature', 'feature.name', 'feature_name')
    .where('project_id', '=', project)
    .orderBy('changed_at', 'desc')
    .orderBy('feature.name')
    .limit(maxChanges)
    .select(['feature.name', 'user_name', 'changed_at'])
    .execute();
  return rows.map(({ name, user_name, changed_at }, index) => ({
    id: index + 1,
    summary: `**${asText(user_name)}** changed feature **${asText(name)}**`,
    createdBy: user_name,
    createdAt: instantOf(changed_at),
  }));
}

/** Escapes the special characters of Markdown. */
const asText = (name: string): string => name.replaceAll(/[\\`*_{}[\]()#+!<>|~]/g, '\\$&');
