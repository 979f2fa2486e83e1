import { defineEntity, p } from '@mikro-orm/core';
import type { Principal } from '@signalbox/contracts';
import { Instant, JsonText } from '@signalbox/kit';
import { type ChangeRequest, titleOf } from './change-request.ts';

export const requestScheduleEntity = defineEntity({
  name: 'RequestSchedule',
  tableName: 'request_schedule',
  properties: {
    requestId: p.integer().fieldName('request_id').primary(),
    scheduledAt: p.type(Instant).$type<Date>().fieldName('scheduled_at'),
    status: p.string().$type<'pending' | 'failed'>(),
    failureReason: p.text().fieldName('failure_reason').nullable(),
    /** On whose behalf it is applied, whatever becomes of them. */
    scheduledBy: p.type(JsonText).$type<Principal>().fieldName('scheduled_by'),
    /** Who scheduled it is gone: whoever looks at the request is told. */
    orphaned: p.boolean().default(false),
    /** Position of the last event of toggles that was taken into account: later ones may fail the schedule. Null for schedules from before. */
    togglesPosition: p.bigint('number').fieldName('toggles_position').nullable(),
  },
});

/** When the clock applies a request. It counts while the request is scheduled. */
export class RequestSchedule extends requestScheduleEntity.class {}
requestScheduleEntity.setClass(RequestSchedule);

/** What those are told whom the outcome of a schedule concerns. */
export const toTell = (request: ChangeRequest, { scheduledBy }: RequestSchedule) => ({
  title: titleOf(request),
  author: request.createdByUserId ?? null,
  scheduledBy: scheduledBy.id,
});
