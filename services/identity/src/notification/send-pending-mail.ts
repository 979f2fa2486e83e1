import { LockMode } from '@mikro-orm/core';
import { dayMs, hourMs, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { readPrincipal } from '../access/grant/group.ts';
import type { Mail } from '../base/mail/mail.ts';
import type { MailState } from '../base/mail/open-mailer.ts';
import { PendingMail } from '../tables/mail.ts';
import type { Notice, ScheduleOutcome } from '../tables/notification.ts';
import { User, usersOnly } from '../user/user.ts';
import { changeMail } from './change-mail.ts';
import { isChange } from './headline.ts';
import { requestMail } from './request-mail.ts';
import { stopLink } from './stop-link.ts';

const maxAtOnce = 20;
/** Further changes of the feature become another mail. */
const maxJoined = 200;
const triedForMs = dayMs;
/** Longer than a server takes to accept or reject a mail. */
const claimedForMs = 2 * minuteMs;

/** Notices that become one mail: all of them changes of one feature, or one outcome. Oldest first. */
type Joined = readonly [PendingMail, ...PendingMail[]];

/**
 * Sends due mails one after the other. A mail is claimed before it is sent, and deleted when the server has accepted it. If the process
 * dies in between, the mail is sent again when the claim expires, with the same Message-ID, by which mail clients recognize duplicates.
 * Rejected mails are retried for a day.
 */
export const sendPendingMailJob = job<MailState>({
  name: 'send-pending-mail',
  everyMs: 1000,
  oneAtATime: true,
  async run(context) {
    if (!context.state.mailer.isEnabled) return;
    const due = { sendAt: { $lte: context.now() } };
    const mails = await context.em.find(PendingMail, due, { orderBy: { sendAt: 'asc', eventId: 'asc', userId: 'asc' }, limit: maxAtOnce });
    for (const mail of mails) {
      const joined = await claim(context, mail);
      if (joined) await sendPending(context, joined);
    }
  },
});

/**
 * Claims a mail with the others that join it: further changes of the feature if it is new, and those that were claimed with it if it is
 * sent again. Null if another process was faster: the job's lease may end before a slow server has responded.
 */
function claim(context: OpenContext<MailState>, { eventId, userId, featureName, sendAt, attempts }: PendingMail): Promise<Joined | null> {
  const next = new Date(context.now().getTime() + Math.min(claimedForMs * 2 ** attempts, hourMs));
  const waiting = attempts === 0 ? { attempts } : { attempts, sendAt };
  return context.write(async ({ em }) => {
    const found = await em.find(PendingMail, featureName ? { userId, featureName, ...waiting } : { eventId, userId, ...waiting }, {
      orderBy: { createdAt: 'asc', eventId: 'asc' },
      limit: maxJoined,
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    const [first, ...others] = found;
    if (!first || !found.some((each) => each.eventId === eventId)) return null;
    for (const each of found) Object.assign(each, { attempts: attempts + 1, sendAt: next });
    return [first, ...others];
  });
}

async function sendPending(context: OpenContext<MailState>, joined: Joined): Promise<void> {
  const [{ userId, createdAt }] = joined;
  const user = await context.em.findOne(User, { id: userId, ...usersOnly });
  const isDone = !user?.email || (await send(context, user, joined)) || context.now().getTime() - createdAt.getTime() > triedForMs;
  const sent = { userId, eventId: { $in: joined.map(({ eventId }) => eventId) } };
  if (isDone) await context.write(async ({ em }) => void (await em.nativeDelete(PendingMail, sent)));
}

/** Also false if the user cannot see the project, because that may change before the next attempt. */
async function send(context: OpenContext<MailState>, user: User, joined: Joined): Promise<boolean> {
  const { access, em, state } = context;
  const principal = await readPrincipal(em, user);
  const visible = joined.map(noticeOf).filter(({ project }) => access.sees(principal, project));
  const [first, ...others] = visible;
  if (!first) return false;
  return state.mailer.send({ ...(await mailOf(context, user, [first, ...others])), id: `${joined[0].eventId}.${user.id}@signalbox` });
}

const noticeOf = ({ notice, outcome }: PendingMail): Notice => notice ?? (JSON.parse(outcome) as ScheduleOutcome);

async function mailOf(
  context: OpenContext<MailState>,
  { id: userId, email }: User,
  notices: readonly [Notice, ...Notice[]],
): Promise<Mail> {
  const { settings } = context;
  const [first, ...others] = notices;
  if (!isChange(first)) return requestMail(settings, email ?? '', first);
  const stopUrl = await stopLink(context, { userId, feature: first.feature });
  return changeMail(settings, email ?? '', { changes: [first, ...others.filter(isChange)], stopUrl });
}
