import { boolean, fixedText, instant, integer, json, table, text, unboundedText } from '@signalbox/table';
import type { Notice } from './notification.ts';

export const pendingMailTable = table('pending_mail', 'PendingMail', {
  /** The event that caused it. */
  eventId: fixedText(36).key(),
  userId: integer().key(),
  /** Set for changes of a watched feature. Waiting changes of one feature become one mail. */
  featureName: text(100).nullable(),
  /** Null for mails of the previous version, which stores only `outcome`. */
  notice: json<Notice>().nullable(),
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
