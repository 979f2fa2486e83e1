import { attempt } from '../../../parts/layer/attempt.ts';
import { choicesOf, roleHint } from '../../../parts/account/role-choices.ts';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain, type AnswerOf, ask } from '../../../server/ask.ts';

const editor = '2';

/** Opens the form that invites a user. */
export const inviteUser = (email = ''): Promise<void> =>
  attempt(async () => openInvitation(email, (await ask('GET /api/admin/user-admin', {})).rootRoles));

const openInvitation = (to: string, roles: AnswerOf<'GET /api/admin/user-admin'>['rootRoles']): void =>
  openForm({
    title: 'Invite user',
    submitTitle: 'Invite user',
    initial: { email: to, username: '', name: '', rootRole: editor, sendEmail: true },
    entries: {
      email: { kind: 'email', label: 'Email address' },
      username: { kind: 'text', label: 'Username', hint: 'Enter an email address, a username or both. Either works for login.' },
      name: { kind: 'text', label: 'Full name' },
      rootRole: { kind: 'choice', label: 'Root role', choices: choicesOf(roles), hint: roleHint },
      sendEmail: { kind: 'flag', label: 'Send the invitation by email (if the server is set up for it)' },
    },
    submit: async ({ email, username, name, rootRole, sendEmail }) => {
      const { inviteLink, emailSent } = await ask('POST /api/admin/user-admin', {
        body: {
          rootRole: Number(rootRole),
          sendEmail,
          ...(email && { email }),
          ...(username && { username }),
          ...(name && { name }),
        },
      });
      showOnce({
        title: `Invited ${name || username || email}`,
        about: emailSent
          ? 'We sent the invitation by email. Here is the link in case it doesn’t arrive. It is shown only once.'
          : 'No email was sent. Share this link yourself: it is shown only once and valid for one day.',
        parts: [{ label: 'Link', text: inviteLink }],
      });
      await askAgain();
    },
  });
