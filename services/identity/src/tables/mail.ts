import { fixedText, instant, integer, json, table } from '@signalbox/table';

/** Outcome of a scheduled change request, for the mail to the users concerned. */
export interface ScheduleOutcome {
  readonly id: number;
  readonly title: string;
  readonly project: string;
  readonly environment: string;
  /** Reason why it was not applied; null if it was. */
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
