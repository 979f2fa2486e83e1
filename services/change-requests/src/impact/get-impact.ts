import { routeWith } from '@signalbox/kit';
import { requestParams } from '../request/change-request.schema.ts';
import { findRequest } from '../request/change-request.ts';
import { Impact } from './impact.schema.ts';
import { measureImpact } from './measure-impact.ts';
import type { ChangeRequests } from './recent-contexts.ts';
import { statesOf } from './states-of.ts';

export const getImpactRoute = routeWith<ChangeRequests>()(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/:id/impact',
    summary: 'Estimate which contexts a change request would affect',
    permission: 'authenticated',
    scope: 'project of the path',
    params: requestParams,
    answers: { 200: Impact },
    failures: ['BadDataError', 'NotFoundError', 'UnavailableError'],
    transaction: { none: 'because toggles returns the states to evaluate' },
  },
  async ({ params }, context) => {
    const request = await findRequest(context, params);
    const { states, samples, lists } = await statesOf(context, request);
    const recent = samples ? context.state.recent.of(request.project, request.environment) : [];
    return measureImpact({ states, recent, lists }, request.environment, context.now());
  },
);
