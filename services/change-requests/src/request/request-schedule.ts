import { type ChangeRequest, titleOf } from './change-request.ts';
import { requestScheduleTable } from '../tables/change-request.ts';

/** Time at which a request is applied. Valid while the request is scheduled. */
export class RequestSchedule extends requestScheduleTable.entity.class {}
requestScheduleTable.entity.setClass(RequestSchedule);

/** Data of schedule events, which name the users to notify. */
export const scheduleDetails = (request: ChangeRequest, { scheduledBy }: RequestSchedule) => ({
  title: titleOf(request),
  author: request.createdByUserId ?? null,
  scheduledBy: scheduledBy.id,
});
