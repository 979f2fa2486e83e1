import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { readProjectFeatures } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { countTypes, TypeCount } from '../insight/count-types.ts';
import { healthOf, readStaleness, technicalDebtOf } from '../insight/health.ts';
import { countWeeks, leadTimesOf, meanOf, readStats, windowMs } from '../insight/stats.ts';
import { Stats, Week } from '../insight/stats.schema.ts';
import type { DescribingContext } from './describe-project.ts';
import { LeadTimes } from './get-lead-times.ts';

/** A percentage, and the features that it is computed from. */
export const Rating = Type.Object({
  rating: Type.Integer(),
  activeCount: Type.Integer(),
  staleCount: Type.Integer(),
  potentiallyStaleCount: Type.Integer(),
});

const ProjectInsights = Type.Object({
  stats: Stats,
  /** The last twelve weeks, oldest first. */
  weeks: Type.Array(Week),
  featureTypeCounts: Type.Array(TypeCount),
  technicalDebt: Rating,
  health: Rating,
  leadTime: LeadTimes,
  /** The number of members, and how many of them joined in the last 30 days. */
  members: Type.Object({ currentMembers: Type.Integer(), change: Type.Integer() }),
});

export const getProjectInsightsRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/insights',
    summary: 'Get the insights of a project: key figures, health, technical debt, lead times and members',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: ProjectInsights },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getProjectInsights(context, params.projectId),
);

async function getProjectInsights(context: DescribingContext, id: string) {
  const { em, access, now } = context;
  await findProject({ em }, id);
  const features = await readProjectFeatures(context, id);
  const staleness = await readStaleness(em, features, now());
  const health = healthOf(staleness);
  const leadTimes = leadTimesOf(features);
  const members = [...access.members(id).values()];
  return {
    stats: await readStats(context, id, features),
    weeks: countWeeks(features, now()),
    featureTypeCounts: countTypes(features),
    technicalDebt: { rating: technicalDebtOf(health), ...staleness },
    health: { rating: health, ...staleness },
    leadTime: { projectAverage: meanOf(leadTimes), features: leadTimes },
    members: {
      currentMembers: members.length,
      change: members.filter((since) => since.getTime() >= now().getTime() - windowMs).length,
    },
  };
}
