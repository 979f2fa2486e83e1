import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { describeProject, type DescribingContext } from './describe-project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { technicalDebtOf } from '../insight/health.ts';
import { OnboardingStatus } from '../insight/onboarding.schema.ts';
import { onboardingOf, readProgress } from '../insight/progress.ts';
import { readStats } from '../insight/stats.ts';
import { ProjectDescription } from './project-description.schema.ts';
import { Stats } from '../insight/stats.schema.ts';

const ProjectOverview = Type.Object({
  ...ProjectDescription.properties,
  stats: Stats,
  technicalDebt: Type.Integer(),
  onboardingStatus: OnboardingStatus,
  /** Projects have none here. */
  linkTemplates: Type.Array(Type.Object({})),
  featureTypeCounts: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
});

export const getProjectOverviewRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/overview',
    summary: 'Get the key figures of a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: ProjectOverview },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getProjectOverview(context, params.projectId),
);

export async function getProjectOverview(context: DescribingContext, id: string) {
  const { description } = await describeProject(context, id);
  const progressOf = await readProgress(context.em, id);
  return {
    ...description,
    stats: await readStats(context, id),
    technicalDebt: technicalDebtOf(description.health),
    onboardingStatus: onboardingOf(progressOf(id)),
    linkTemplates: [],
    featureTypeCounts: await countTypes(context.em, id),
  };
}

/** Of the active features, the most frequent type first. */
async function countTypes(em: EntityManager, project: string) {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where('project_id', '=', project)
    .where('archived_at', 'is', null)
    .groupBy('type')
    .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
    .orderBy('count', 'desc')
    .orderBy('type')
    .execute();
  return rows.map(({ type, count }) => ({ type, count: Number(count) }));
}
