// Transitions of requests: reviewers, comments, decisions and applications.

import { job } from '@signalbox/kit';
import { finishApplications } from './apply-request.ts';
import { applyScheduled } from './apply-scheduled.ts';

export { addCommentRoute } from './add-comment.ts';
export { changeStateRoute } from './change-state.ts';
export { getApproversRoute } from './get-approvers.ts';
export { giveReasonRoute } from './give-reason.ts';
export { listAvailableReviewersRoute } from './list-available-reviewers.ts';
export { reviewDirectWriteRoute } from './review-direct-write.ts';
export { scheduleChangesRoute } from './schedule-changes.ts';
export { setApproversRoute } from './set-approvers.ts';
export { setTitleRoute } from './set-title.ts';
export const finishApplicationsJob = job({ name: 'finish-applications', everyMs: 1000, oneAtATime: true, run: finishApplications });
export const applyScheduledJob = job({ name: 'apply-scheduled', everyMs: 1000, oneAtATime: true, run: applyScheduled });
