import { module } from '@signalbox/kit';
import { changeRequestEntity } from './change-request.ts';
import { changeTouchEntity } from './change-touch.ts';
import { approvalEntity, rejectionEntity } from './decisions.ts';
import { proposedChangeEntity } from './proposed-change.ts';
import { requestCommentEntity } from './request-comment.ts';
import { requestScheduleEntity } from './request-schedule.ts';

/** Change requests: what they consist of, which moves are legal, and how they are shown. */
export const request = module({
  entities: [
    changeRequestEntity,
    proposedChangeEntity,
    approvalEntity,
    rejectionEntity,
    requestCommentEntity,
    requestScheduleEntity,
    changeTouchEntity,
  ],
});
