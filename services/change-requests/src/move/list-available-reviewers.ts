import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { dryRun } from '../change/dry-run.ts';
import { availableReviewers } from './available-reviewers.ts';
import { serializeReviewers, ReviewerList } from './reviewer.schema.ts';

const maxListed = 1000;

export const listAvailableReviewersRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/available-reviewers/:environment',
    summary: 'List up to 1,000 users who can approve change requests in an environment of a project',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), environment: Type.String() }),
    answers: { 200: ReviewerList },
    failures: ['NotFoundError', 'UnavailableError'],
    transaction: { none: 'because toggles checks whether the project uses the environment' },
  },
  async ({ params: { projectId: project, environment } }, context) => {
    const where = { project, environment };
    await dryRun(context, where, []);
    return serializeReviewers((await availableReviewers(context, where)).slice(0, maxListed));
  },
);
