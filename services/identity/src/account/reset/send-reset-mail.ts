import { type Context, empty, minuteMs, type OpenContext, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { linkTo } from '../../base/link.ts';
import type { MailState } from '../../base/mail/open-mailer.ts';
import { createResetToken, ResetToken } from '../../credential/link/reset-token.ts';
import { findByEmail, lockUser } from '../../user/user.ts';
import { resetMail } from './reset-mail.ts';

export const sendResetMailRoute = routeWith<MailState>()(
  {
    method: 'post',
    path: '/auth/reset/password-email',
    summary: 'Mail a password reset link; the response does not reveal whether the account exists',
    permission: 'public',
    body: Type.Object({ email: Type.String({ maxLength: 255 }) }),
    answers: { 200: empty },
    failures: [],
    events: { none: 'because anyone can request the mail; setting the password through its link has an event' },
    transaction: { none: 'because the mail is sent after the response, whose timing must reveal nothing' },
  },
  async ({ body }, context) => context.state.mailer.inBackground(() => sendResetMail(context, body.email)),
);

/**
 * Does nothing without a mail server, because an undelivered link would only invalidate an earlier one. Sends at most one mail per user and
 * minute.
 */
async function sendResetMail(context: OpenContext<MailState>, address: string): Promise<void> {
  if (!context.state.mailer.isEnabled) return;
  const user = await findByEmail(context.em, address);
  if (!user?.email) return;
  const token = await context.write((work) => createUnlessRecent(work, user.id));
  if (token) await context.state.mailer.send(resetMail(user.email, linkTo(context.settings, '/reset-password', { token })));
}

async function createUnlessRecent(context: Context, userId: number): Promise<string | null> {
  await lockUser(context.em, userId);
  const since = new Date(context.now().getTime() - minuteMs);
  const recent = await context.em.count(ResetToken, { userId, createdBy: null, createdAt: { $gt: since } });
  return recent > 0 ? null : createResetToken(context, { userId, createdBy: null, invites: false });
}
