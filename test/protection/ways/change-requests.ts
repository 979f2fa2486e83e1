import { apart, exempt, refused, type Ways } from '../way.ts';
import { inAYear, type Stage } from '../stage.ts';

const project = '/api/admin/projects/:projectId';
const requests = `${project}/change-requests`;
const ofDraft = async (on: Stage) => ({ id: (await on.draft()).id, crId: (await on.draft()).id, changeId: (await on.draft()).change });
const ofReview = async (on: Stage) => ({ id: (await on.inReview()).id });
const ofApproved = async (on: Stage) => ({ id: (await on.approved()).id });
const proposal = async (on: Stage) => ({ action: 'updateEnabled', feature: (await on.feature()).name, payload: { enabled: false } });

export const waysOfChangeRequests: Ways = {
  [`POST ${project}/environments/:environment/change-requests`]: apart({ body: async (on: Stage) => [await proposal(on)] }),
  [`PUT ${requests}/:crId/changes/:changeId`]: apart({ at: ofDraft, body: proposal }),
  [`DELETE ${requests}/:crId/changes/:changeId`]: apart({ at: ofDraft }),
  [`DELETE ${requests}/:id`]: apart({ at: ofDraft }),
  'POST /api/admin/playground/change-request/:id': apart({ at: ofReview, body: { context: { appName: 'till' } } }),
  [`POST ${requests}/:id/comments`]: apart({ at: ofReview, body: { text: 'Why?' } }),
  [`PUT ${requests}/:id/title`]: apart({ at: ofReview, body: { title: 'New' } }),
  [`PUT ${requests}/:id/reason`]: refused('the reason is known', {
    at: async (on: Stage) => ({ id: await on.direct() }),
    body: { reason: 'Late' },
  }),
  [`PUT ${requests}/:id/approvers`]: apart({ at: ofReview, body: { reviewers: [] } }),
  [`PUT ${requests}/:id/state`]: [
    apart({ does: 'send to review', by: (on: Stage) => on.member(), at: ofDraft, body: { state: 'In review' } }),
    apart({ does: 'approve', at: ofReview, body: { state: 'Approved' }, refusesToken: 'only users approve' }),
    refused('nobody has approved it', { does: 'apply without approval', at: ofReview, body: { state: 'Applied' } }),
    refused('nobody has approved it', {
      does: 'schedule without approval',
      at: ofReview,
      body: { state: 'Scheduled', scheduledAt: inAYear() },
    }),
    exempt('another user has approved it', { does: 'apply', at: ofApproved, body: { state: 'Applied' } }),
    apart({ does: 'schedule', at: ofApproved, body: { state: 'Scheduled', scheduledAt: inAYear() } }),
    apart({ does: 'cancel', at: ofReview, body: { state: 'Cancelled' } }),
    apart({ does: 'reject', at: ofReview, body: { state: 'Rejected' }, refusesToken: 'only users approve' }),
  ],
  [`POST ${project}/environments/:environment/scheduled-changes`]: refused('a protected environment takes change requests', {
    body: async (on: Stage) => ({ scheduledAt: inAYear(), changes: [await proposal(on)] }),
  }),
  [`PUT ${requests}/:id/reviewed`]: apart({
    by: (on: Stage) => on.approver(),
    at: async (on: Stage) => ({ id: await on.direct() }),
  }),
};
