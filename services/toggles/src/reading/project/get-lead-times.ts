import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { findProject } from '../../project/project/project.ts';
import { mean, readLeadTimes } from '../insight/stats.ts';

/** Whole days from the creation of a feature to production. */
const LeadTime = Type.Object({ name: Type.String(), timeToProduction: Type.Integer() });

/** Of the features of a project that have been in production. */
export const LeadTimes = Type.Object({ projectAverage: Type.Number(), features: Type.Array(LeadTime) });

export const getLeadTimesRoute = route(
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

export async function getLeadTimes({ em }: Pick<ReadContext, 'em'>, id: string) {
  await findProject({ em }, id);
  const features = await readLeadTimes(em, id);
  return { projectAverage: mean(features.map(({ timeToProduction }) => timeToProduction)), features };
}
