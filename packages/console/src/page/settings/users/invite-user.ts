import { attempt } from '../../../parts/layer/attempt.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { pageTexts } from '../../texts.ts';
import { usersTexts } from './texts.ts';

const editor = '2';

/** Opens the form that invites a user. */
export const inviteUser = (email = ''): Promise<void> =>
  attempt(async () => openInvitation(email, (await ask('GET /api/admin/user-admin', {})).rootRoles));

const openInvitation = (to: string, roles: AnswerOf<'GET /api/admin/user-admin'>['rootRoles']): void =>
  openForm({
    title: usersTexts.invite,
    submitTitle: usersTexts.invite,
    initial: { email: to, username: '', name: '', rootRole: editor, sendEmail: true },
    entries: {
      email: { kind: 'email', label: usersTexts.email },
      username: { kind: 'text', label: pageTexts.users.username, hint: usersTexts.usernameHint },
      name: { kind: 'text', label: usersTexts.fullName },
      rootRole: { kind: 'choice', label: pageTexts.users.role, choices: choicesOf(roles), hint: usersTexts.roleHint },
      sendEmail: { kind: 'flag', label: usersTexts.sendEmail },
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
        title: usersTexts.invited(name || username || email),
        about: emailSent ? usersTexts.mailed : usersTexts.notMailed,
        parts: [{ label: usersTexts.link, text: inviteLink }],
      });
      await askAgain();
    },
  });
