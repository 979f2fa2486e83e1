import { job, module } from '@signalbox/kit';
import { addCommentRoute } from './add-comment.ts';
import { finishApplications } from './apply-request.ts';
import { applyScheduled } from './apply-scheduled.ts';
import { changeStateRoute } from './change-state.ts';
import { getApproversRoute } from './get-approvers.ts';
import { giveReasonRoute } from './give-reason.ts';
import { listAvailableReviewersRoute } from './list-available-reviewers.ts';
import { reviewDirectWriteRoute } from './review-direct-write.ts';
import { scheduleChangesRoute } from './schedule-changes.ts';
import { setApproversRoute } from './set-approvers.ts';
import { setTitleRoute } from './set-title.ts';

/** Transitions of requests: reviewers, comments, decisions and applications. */
export const moves = module({
  routes: [
    addCommentRoute,
    setTitleRoute,
    giveReasonRoute,
    listAvailableReviewersRoute,
    getApproversRoute,
    setApproversRoute,
    changeStateRoute,
    scheduleChangesRoute,
    reviewDirectWriteRoute,
  ],
  jobs: [
    job({ name: 'finish-applications', everyMs: 1000, oneAtATime: true, run: finishApplications }),
    job({ name: 'apply-scheduled', everyMs: 1000, oneAtATime: true, run: applyScheduled }),
  ],
});
