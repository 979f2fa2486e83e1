import { route } from '@signalbox/kit';
import { requestParams } from '../request/change-request.schema.ts';
import { findRequest } from '../request/change-request.ts';
import { findRequestedApprovers } from './requested-approver.ts';
import { serializeReviewers, ReviewerList } from './reviewer.schema.ts';

export const getApproversRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/:id/approvers',
    summary: 'List the requested reviewers of a change request',
    permission: 'authenticated',
    params: requestParams,
    answers: { 200: ReviewerList },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { id } = await findRequest(context, params);
    return serializeReviewers(await findRequestedApprovers(context.em, id));
  },
);
