import { dayMs, hourMs, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { readPrincipal } from '../access/group/group.ts';
import type { MailState } from '../base/mail/open-mailer.ts';
import { User, usersOnly } from '../user/user.ts';
import { outcomeMail } from './outcome-mail.ts';
import { PendingMail } from './pending-mail.ts';

const maxAtOnce = 20;
const triedForMs = dayMs;
/** Longer than a server takes to accept or reject a mail. */
const claimedForMs = 2 * minuteMs;

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
    for (const mail of mails) if (await claim(context, mail)) await sendPending(context, mail);
  },
});

/** False if another process was faster: the job's lease may end before a slow server has responded. */
function claim(context: OpenContext<MailState>, { eventId, userId, sendAt, attempts }: PendingMail): Promise<boolean> {
  const next = new Date(context.now().getTime() + Math.min(claimedForMs * 2 ** attempts, hourMs));
  return context.write(
    async ({ em }) => (await em.nativeUpdate(PendingMail, { eventId, userId, sendAt }, { attempts: attempts + 1, sendAt: next })) === 1,
  );
}

async function sendPending(context: OpenContext<MailState>, mail: PendingMail): Promise<void> {
  const { eventId, userId, createdAt } = mail;
  const user = await context.em.findOne(User, { id: userId, ...usersOnly });
  const isDone = !user?.email || (await send(context, user, mail)) || context.now().getTime() - createdAt.getTime() > triedForMs;
  if (isDone) await context.write(async ({ em }) => void (await em.nativeDelete(PendingMail, { eventId, userId })));
}

/** Also false if the user cannot see the project, because that may change before the next attempt. */
async function send(context: OpenContext<MailState>, user: User, { eventId, userId, outcome }: PendingMail): Promise<boolean> {
  const { access, em, settings, state } = context;
  if (!access.sees(await readPrincipal(em, user), outcome.project)) return false;
  return state.mailer.send({ ...outcomeMail(settings, user.email ?? '', outcome), id: `${eventId}.${userId}@signalbox` });
}
