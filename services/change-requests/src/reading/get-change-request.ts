import { route } from '@signalbox/kit';
import { dryRunRequest } from '../change/dry-run.ts';
import { ChangeRequestShape, requestParams } from '../request/change-request.schema.ts';
import { findRequest } from '../request/change-request.ts';
import { serializeRequest } from '../request/serialize-request.ts';

export const getChangeRequestRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/:id',
    summary: 'Get a change request, including conflicts and missing approvals',
    permission: 'authenticated',
    params: requestParams,
    answers: { 200: ChangeRequestShape },
    failures: ['NotFoundError', 'UnavailableError'],
    transaction: { none: 'because toggles validates the changes' },
  },
  async ({ params }, context) => {
    const request = await findRequest(context, params);
    const outcome = await dryRunRequest(context, request);
    return serializeRequest(context.em, request, outcome);
  },
);
