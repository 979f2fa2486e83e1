import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import type { IndexState } from '../feature-index/index-state.ts';
import { readStats } from '../insight/stats.ts';
import { describeProject, type DescribingContext } from './describe-project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { FeatureItem } from '../feature/feature-item.schema.ts';
import { readFeatureList } from '../feature/read-feature-list.ts';
import { streamFeatures } from '../feature/stream-features.ts';
import { Stats } from '../insight/stats.schema.ts';
import { ProjectDescription } from './project-description.schema.ts';

const HealthReport = Type.Object({
  ...ProjectDescription.properties,
  stats: Stats,
  features: Type.Array(FeatureItem),
  activeCount: Type.Integer(),
  staleCount: Type.Integer(),
  potentiallyStaleCount: Type.Integer(),
});

export const getHealthReportRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/health-report',
    summary: 'Get the health report of a project',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: HealthReport },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getHealthReport(context, params.projectId),
);

/** All figures are computed for the current time. */
async function getHealthReport(context: DescribingContext, id: string) {
  const { description, staleness, features } = await describeProject(context, id);
  const figures = { ...description, ...staleness, stats: await readStats(context, id, features) };
  return streamFeatures(figures, await readFeatureList(context, { projects: [id] }));
}
