import { boolean, fixedText, instant, integer, json, table, text, unboundedText } from '@signalbox/table';

/** Outcome of a scheduled change request, for the mail to the users concerned. */
export interface ScheduleOutcome {
  readonly id: number;
  readonly title: string;
  readonly project: string;
  readonly environment: string;
  /** Reason why it was not applied; null if it was. */
  readonly reason: string | null;
}

/** A change of a watched feature. */
export interface FeatureChange {
  readonly project: string;
  readonly feature: string;
  readonly by: string;
  /** For example `turned on checkout in production`. */
  readonly phrase: string;
  /** The text of a new comment. */
  readonly comment?: string;
  /** ISO 8601. */
  readonly at: string;
  /** True if the user watches the feature only as its owner. */
  readonly asOwner: boolean;
}

export const pendingMailTable = table('pending_mail', 'PendingMail', {
  /** The event that caused it. */
  eventId: fixedText(36).key(),
  userId: integer().key(),
  /** Set for changes of a watched feature. Waiting changes of one feature become one mail. */
  featureName: text(100).nullable(),
  /** Null for mails of the previous version, which stores only `outcome`. */
  notice: json<ScheduleOutcome | FeatureChange>().nullable(),
  /** JSON that the previous version reads. `null` for changes: it cannot send them, and leaves them to this version. */
  outcome: unboundedText(),
  /** Number of failed attempts. */
  attempts: integer(),
  sendAt: instant(),
  createdAt: instant(),
});

/**
 * A notice to be mailed; the row is deleted once the server has accepted the mail. One per event and user, even if the event arrives
 * repeatedly.
 */
export class PendingMail extends pendingMailTable.entity.class {}
pendingMailTable.entity.setClass(PendingMail);

export const watchTable = table('watch', 'Watch', {
  userId: integer().key(),
  featureName: text(100).key(),
  /** True if it begins and ends with the ownership of the feature. */
  asOwner: boolean(),
  createdAt: instant(),
});

/** A user who receives mail when a feature changes. Names of features are unique across projects. */
export class Watch extends watchTable.entity.class {}
watchTable.entity.setClass(Watch);
