import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { describeProject, type DescribingContext } from './describe-project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { countTypes, TypeCount } from '../insight/count-types.ts';
import { LinkTemplate } from '../../tables/project.ts';
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
  linkTemplates: Type.Array(LinkTemplate),
  featureTypeCounts: Type.Array(TypeCount),
});

export const getProjectOverviewRoute = routeWith<IndexState>()(
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

async function getProjectOverview(context: DescribingContext, id: string) {
  const { description, linkTemplates, features } = await describeProject(context, id);
  const progressOf = await readProgress(context.em, id);
  return {
    ...description,
    stats: await readStats(context, id, features),
    technicalDebt: technicalDebtOf(description.health),
    onboardingStatus: onboardingOf(progressOf(id)),
    linkTemplates,
    featureTypeCounts: countTypes(features),
  };
}
