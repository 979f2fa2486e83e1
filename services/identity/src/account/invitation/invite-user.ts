import type { Context, OpenContext, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import type { MailState } from '../../base/mail/open-mailer.ts';
import { createResetToken } from '../../credential/reset-token/reset-token.ts';
import type { User } from '../../user/user.ts';
import { welcomeMail } from './welcome-mail.ts';

/** Makes the link by which a user gives itself a first password. Its secret is shown once. */
export async function createInviteLink(context: Context, user: User): Promise<string> {
  const token = await createResetToken(context, { userId: user.id, createdBy: context.actor.id, invites: true });
  return linkTo(context.settings, '/new-user', { token });
}

/** Whether the server for mail took the invitation; false where there is none, or the user has no address. */
export async function sendInvitation({ state, actor }: OpenContext<MailState>, { email }: User, inviteLink: string): Promise<boolean> {
  return email ? state.mailer.send(welcomeMail(email, actor.name, inviteLink)) : false;
}

/** What lists say in place of a link whose secret is stored nowhere: that one is open. */
export const openInvitation = (settings: Settings): string => linkTo(settings, '/new-user');
