import { module } from '@signalbox/kit';
import { getApproversRoute } from './get-approvers.ts';
import { listAvailableReviewersRoute } from './list-available-reviewers.ts';
import { requestedApproverEntity } from './requested-approver.ts';
import { setApproversRoute } from './set-approvers.ts';

/** Who may look at requests, and who was asked to. */
export const reviewer = module({
  entities: [requestedApproverEntity],
  routes: [listAvailableReviewersRoute, getApproversRoute, setApproversRoute],
});
