import { route } from '@signalbox/kit';
import { requestParams } from '../request/change-request.schema.ts';
import { findRequest } from '../request/change-request.ts';
import { Impact } from './impact.schema.ts';
import { measureImpact } from './measure-impact.ts';
import { statesOf } from './states-of.ts';

export const getImpactRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/:id/impact',
    summary: 'Get who would get another answer if a change request was applied',
    permission: 'authenticated',
    scope: 'project of the path',
    params: requestParams,
    answers: { 200: Impact },
    failures: ['BadDataError', 'NotFoundError', 'UnavailableError'],
    transaction: { none: 'because toggles says what would be evaluated' },
  },
  async ({ params }, context) => {
    const request = await findRequest(context, params);
    return measureImpact(await statesOf(context, request), request.environment, context.now());
  },
);
