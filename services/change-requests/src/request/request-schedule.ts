import { type ChangeRequest, titleOf } from './change-request.ts';
import { requestScheduleTable } from '../tables/change-request.ts';

/** When the clock applies a request. It counts while the request is scheduled. */
export class RequestSchedule extends requestScheduleTable.entity.class {}
requestScheduleTable.entity.setClass(RequestSchedule);

/** What those are told whom the outcome of a schedule concerns. */
export const toTell = (request: ChangeRequest, { scheduledBy }: RequestSchedule) => ({
  title: titleOf(request),
  author: request.createdByUserId ?? null,
  scheduledBy: scheduledBy.id,
});
