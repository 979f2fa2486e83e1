import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { notificationKinds } from '../tables/notification.ts';

export const NotificationKindShape = Type.Enum([...notificationKinds]);

export const NotificationShape = Type.Object({
  id: Type.String(),
  kind: NotificationKindShape,
  /** One line, for example `bob turned on checkout in production`. */
  text: Type.String(),
  project: Type.String(),
  featureName: nullable(Type.String()),
  changeRequest: nullable(Type.Integer()),
  createdAt: DateTime,
  isRead: Type.Boolean(),
});

/** The channels of one kind of notification. */
export const NotificationChannels = Type.Object({ kind: NotificationKindShape, app: Type.Boolean(), mail: Type.Boolean() });
