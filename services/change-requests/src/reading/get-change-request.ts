import { route } from '@signalbox/kit';
import { examineRequest } from '../change/examine.ts';
import { ChangeRequestShape, requestParams } from '../request/change-request.schema.ts';
import { findRequest } from '../request/change-request.ts';
import { presentRequest } from '../request/present-request.ts';

export const getChangeRequestRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/:id',
    summary: 'Get a change request, including conflicts and missing approvals',
    permission: 'authenticated',
    params: requestParams,
    answers: { 200: ChangeRequestShape },
    failures: ['NotFoundError', 'UnavailableError'],
    transaction: { none: 'because toggles says what would become of the changes' },
  },
  async ({ params }, context) => {
    const request = await findRequest(context, params);
    const examined = await examineRequest(context, request);
    return presentRequest(context.em, request, examined);
  },
);
