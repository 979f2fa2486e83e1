import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import { publishNotified } from '../base/access-broadcast.ts';
import { Notification } from '../tables/notification.ts';
import { maxNotifications } from './newest-notifications.ts';

export const readNotificationsRoute = route(
  {
    method: 'put',
    path: '/api/admin/user/notifications/read',
    summary: 'Mark notifications of the current user as read',
    permission: 'authenticated',
    body: Type.Object({ ids: Type.Array(Type.String({ maxLength: 36 }), { maxItems: maxNotifications }) }),
    answers: { 204: empty },
    failures: ['AuthenticationRequired', 'BadDataError', 'NoAccessError'],
    events: { none: 'because it concerns only the user' },
  },
  async ({ body: { ids } }, context) => {
    const { id: userId } = await findOwnUser(context);
    const read = await context.em.nativeUpdate(Notification, { userId, eventId: { $in: ids }, readAt: null }, { readAt: context.now() });
    if (read > 0) publishNotified(context, [userId]);
  },
);
