import { type ReadContext, route } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import type { Notification } from '../tables/notification.ts';
import { findNewest, maxNotifications } from './newest-notifications.ts';
import { NotificationShape } from './notification.schema.ts';
import { headlineOf, isChange } from './headline.ts';

const NotificationList = Type.Object({ unread: Type.Integer(), notifications: Type.Array(NotificationShape) });

export const listNotificationsRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/notifications',
    summary: 'List the newest notifications of the current user, of the last 30 days, and count the unread ones',
    permission: 'authenticated',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxNotifications, default: maxNotifications })) }),
    answers: { 200: NotificationList },
    failures: ['AuthenticationRequired', 'BadDataError', 'NoAccessError'],
  },
  ({ query }, context) => listNotifications(context, query.limit),
);

/** Leaves out projects that the user cannot see, or can no longer see. */
async function listNotifications(context: ReadContext, limit = maxNotifications): Promise<Static<typeof NotificationList>> {
  const { em, access, actor, now } = context;
  const { id: userId } = await findOwnUser(context);
  const visible = (await findNewest(em, userId, now())).filter(({ project }) => access.sees(actor, project));
  return { unread: visible.filter(({ readAt }) => !readAt).length, notifications: visible.slice(0, limit).map(serializeNotification) };
}

const serializeNotification = ({ eventId, kind, project, notice, readAt, createdAt }: Notification) => ({
  id: eventId,
  kind,
  text: headlineOf(notice),
  project,
  featureName: isChange(notice) ? notice.feature : null,
  changeRequest: isChange(notice) ? null : notice.id,
  createdAt: createdAt.toISOString(),
  isRead: Boolean(readAt),
});
