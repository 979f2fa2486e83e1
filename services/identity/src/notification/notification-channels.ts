import { type Context, empty, type ReadContext, route, routeWith } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { findOwnUser } from '../account/own-user/own-user.ts';
import type { MailState } from '../base/mail/open-mailer.ts';
import { NotificationChoice, notificationKinds } from '../tables/notification.ts';
import { NotificationChannels } from './notification.schema.ts';
import { channelsOf } from './notify.ts';

const path = '/api/admin/user/notifications/channels';

export const getNotificationChannelsRoute = routeWith<MailState>()(
  {
    method: 'get',
    path,
    summary: 'Get the channels of each kind of notification: the console, and mail',
    permission: 'authenticated',
    answers: { 200: Type.Object({ channels: Type.Array(NotificationChannels), hasMailServer: Type.Boolean() }) },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  (_input, context) => getChannels(context),
);

async function getChannels(context: ReadContext<MailState>) {
  const { id } = await findOwnUser(context);
  const channels: Static<typeof NotificationChannels>[] = [];
  for (const kind of notificationKinds) {
    const { app, mail } = (await channelsOf(context.em, [id], kind))(id);
    channels.push({ kind, app, mail });
  }
  return { channels, hasMailServer: context.state.mailer.isEnabled };
}

export const chooseNotificationChannelsRoute = route(
  {
    method: 'put',
    path,
    summary: 'Choose the channels of one kind of notification',
    permission: 'authenticated',
    body: NotificationChannels,
    answers: { 204: empty },
    failures: ['AuthenticationRequired', 'BadDataError', 'NoAccessError'],
    events: { none: 'because it concerns only the user' },
  },
  async ({ body }, context: Context) =>
    void (await context.em.upsert(NotificationChoice, { userId: (await findOwnUser(context)).id, ...body })),
);
