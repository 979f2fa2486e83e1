import { defineEntity, p } from '@mikro-orm/core';
import { Instant, JsonText } from '@signalbox/kit';

/** What became of a scheduled change request, as those are told whom it concerns. */
export interface ScheduleOutcome {
  readonly id: number;
  readonly title: string;
  readonly project: string;
  readonly environment: string;
  /** Why it was not applied; null where it was. */
  readonly reason: string | null;
}

export const pendingMailEntity = defineEntity({
  name: 'PendingMail',
  tableName: 'pending_mail',
  properties: {
    /** The event that it tells of. */
    eventId: p.string().fieldName('event_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
    outcome: p.type(JsonText).$type<ScheduleOutcome>(),
    /** How often the server has not taken it. */
    attempts: p.integer().default(0),
    sendAt: p.type(Instant).$type<Date>().fieldName('send_at'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** A mail on its way: the row goes once the server has taken it. One for each event and user, however often the event is heard. */
export class PendingMail extends pendingMailEntity.class {}
pendingMailEntity.setClass(PendingMail);
