import { fixedText, instant, integer, json, table } from '@signalbox/table';

/** What became of a scheduled change request, as those are told whom it concerns. */
export interface ScheduleOutcome {
  readonly id: number;
  readonly title: string;
  readonly project: string;
  readonly environment: string;
  /** Why it was not applied; null where it was. */
  readonly reason: string | null;
}

export const pendingMailTable = table('pending_mail', 'PendingMail', {
  /** The event that caused it. */
  eventId: fixedText(36).key(),
  userId: integer().key(),
  outcome: json<ScheduleOutcome>(),
  /** Number of failed attempts. */
  attempts: integer(),
  sendAt: instant(),
  createdAt: instant(),
});
