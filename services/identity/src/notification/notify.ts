import type { Context, EntityManager } from '@signalbox/kit';
import { publishNotified } from '../base/access-broadcast.ts';
import { smtpUrl } from '../base/settings.ts';
import { PendingMail } from '../tables/mail.ts';
import { type Notice, Notification, NotificationChoice, type NotificationKind } from '../tables/notification.ts';
import { User, usersOnly } from '../user/user.ts';
import { deleteOlder } from './newest-notifications.ts';
import { isChange, isMove } from './headline.ts';

/** Time in which further changes of the feature join the same mail. */
const joinedForMs = 30_000;

/** Channels of users who have not chosen. Other users' moves of change requests are only mailed on request. */
const defaultChannels: Readonly<Record<NotificationKind, Pick<NotificationChoice, 'app' | 'mail'>>> = {
  watched: { app: true, mail: true },
  request: { app: true, mail: false },
  approval: { app: true, mail: false },
  safeguard: { app: true, mail: true },
  schedule: { app: true, mail: true },
};

/** The channels that users chose for a kind, or the default. */
export async function channelsOf(em: EntityManager, userIds: readonly number[], kind: NotificationKind) {
  const choices = await em.find(NotificationChoice, { userId: { $in: [...userIds] }, kind });
  const chosen = new Map(choices.map((choice) => [choice.userId, choice]));
  return (userId: number) => chosen.get(userId) ?? defaultChannels[kind];
}

/** An event and the notices that it causes, by user. */
export interface Cause {
  readonly eventId: string;
  readonly kind: NotificationKind;
  readonly notices: ReadonlyMap<number, Notice>;
}

/**
 * Lists the notices in the console, and schedules their mails if there is a mail server, as each user chose. Only this function decides
 * about either, so that both agree. Ignores the ids of tokens, of service accounts and of deleted users.
 */
export async function notify(context: Context, { eventId, kind, notices }: Cause): Promise<void> {
  const { em, now, settings } = context;
  if (notices.size === 0) return;
  const users = await em.find(User, { id: { $in: [...notices.keys()] }, ...usersOnly }, { orderBy: { id: 'asc' } });
  const channels = await channelsOf(
    em,
    users.map(({ id }) => id),
    kind,
  );
  const notified: number[] = [];
  for (const { id: userId } of users) {
    const notice = notices.get(userId);
    const { app, mail } = channels(userId);
    if (!notice) continue;
    if (mail && settings.get(smtpUrl) !== null) em.create(PendingMail, { eventId, userId, ...mailOf(notice, now()), createdAt: now() });
    if (!app) continue;
    em.create(Notification, { eventId, userId, kind, project: notice.project, notice, createdAt: now() });
    notified.push(userId);
  }
  await em.flush();
  if (notified.length > 0) await deleteOlder(em, notified, now());
  publishNotified(context, notified);
}

/** Mails about changes wait for further changes. */
const mailOf = (notice: Notice, now: Date) => ({
  notice,
  ...(isChange(notice) && { featureName: notice.feature }),
  outcome: isChange(notice) || isMove(notice) ? 'null' : JSON.stringify(notice),
  attempts: 0,
  sendAt: new Date(now.getTime() + (isChange(notice) ? joinedForMs : 0)),
});
