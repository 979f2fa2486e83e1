import type { Context, OpenContext, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import type { MailState } from '../../base/mail/open-mailer.ts';
import { createResetToken } from '../../credential/link/reset-token.ts';
import type { User } from '../../user/user.ts';
import { welcomeMail } from './welcome-mail.ts';

/** Creates the link through which a user sets a first password. Its secret is shown once. */
export async function createInviteLink(context: Context, user: User): Promise<string> {
  const token = await createResetToken(context, { userId: user.id, createdBy: context.actor.id, invites: true });
  return linkTo(context.settings, '/new-user', { token });
}

/** Returns whether the mail server accepted the invitation; false without a server or an address. */
export async function sendInvitation({ state, actor }: OpenContext<MailState>, { email }: User, inviteLink: string): Promise<boolean> {
  return email ? state.mailer.send(welcomeMail(email, actor.name, inviteLink)) : false;
}

/** Link in lists for a user with an open invitation, without the secret, which is not stored. */
export const openInvitation = (settings: Settings): string => linkTo(settings, '/new-user');
