import { boolean, fixedText, instant, integer, json, table, text } from '@signalbox/table';

/** Reasons for a notification. */
export const notificationKinds = ['watched', 'request', 'approval', 'safeguard', 'schedule'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Outcome of a scheduled change request, for the users concerned. */
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

/** Another user's move of a change request that the user proposed or is to approve. */
export interface RequestMove {
  readonly id: number;
  readonly title: string;
  readonly project: string;
  readonly environment: string;
  readonly by: string;
  readonly move: 'review' | 'approved' | 'rejected' | 'canceled' | 'applied';
}

/** The content of a notification or mail. */
export type Notice = ScheduleOutcome | FeatureChange | RequestMove;

export const notificationTable = table('notification', 'Notification', {
  /** The event that caused it. */
  eventId: fixedText(36).key(),
  userId: integer().key(),
  kind: text(20).as<NotificationKind>(),
  project: text(100),
  notice: json<Notice>(),
  readAt: instant().nullable(),
  createdAt: instant(),
});

/** A line in a user's list of notifications. One per event and user, even if the event arrives repeatedly. */
export class Notification extends notificationTable.entity.class {}
notificationTable.entity.setClass(Notification);

export const notificationChoiceTable = table('notification_choice', 'NotificationChoice', {
  userId: integer().key(),
  kind: text(20).as<NotificationKind>().key(),
  /** Whether the kind appears in the console. */
  app: boolean(),
  mail: boolean(),
});

/** The channels that a user chose for a kind. Without one, the default applies. */
export class NotificationChoice extends notificationChoiceTable.entity.class {}
notificationChoiceTable.entity.setClass(NotificationChoice);
