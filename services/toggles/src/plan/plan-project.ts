import { changesNothing, route } from '@signalbox/kit';
import { projectParams } from '../project/project/project.schema.ts';
import { Plan, PlanRequest } from './plan.schema.ts';
import { planDocuments } from './plan-documents.ts';
import { serializePlan } from './serialize-plan.ts';

export const planProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/plan',
    summary: 'List the changes that would make a project as documents describe it',
    permission: 'authenticated',
    params: projectParams,
    body: PlanRequest,
    answers: { 200: Plan },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => serializePlan(await planDocuments(context, params.projectId, body)),
);
