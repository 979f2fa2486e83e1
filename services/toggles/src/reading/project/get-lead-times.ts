import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { findProject } from '../../project/project/project.ts';
import { type IndexContext, readProjectFeatures } from '../feature-index/read-index.ts';
import type { IndexState } from '../feature-index/index-state.ts';
import { leadTimesOf, meanOf } from '../insight/stats.ts';

/** Whole days from the creation of a feature to production. */
const LeadTime = Type.Object({ name: Type.String(), timeToProduction: Type.Integer() });

/** Lead times of a project's features that have been in production. */
export const LeadTimes = Type.Object({ projectAverage: Type.Number(), features: Type.Array(LeadTime) });

export const getLeadTimesRoute = routeWith<IndexState>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/dora',
    summary: 'Get the lead times of a project’s features, from creation to production',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: LeadTimes },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => getLeadTimes(context, params.projectId),
);

async function getLeadTimes(context: IndexContext, id: string) {
  await findProject(context, id);
  const features = leadTimesOf(await readProjectFeatures(context, id));
  return { projectAverage: meanOf(features), features };
}
