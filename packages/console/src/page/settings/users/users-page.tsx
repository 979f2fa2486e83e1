import { openForm } from '../../../parts/value-form.tsx';
import { Age } from '../../../parts/age.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { choicesOf } from '../../../parts/role-choices.ts';
import { UserPage } from './user-page.tsx';

type Found = AnswerOf<'GET /api/admin/user-admin'>;
type Roles = Found['rootRoles'];

/** Everybody who may log in; with an id, one of them. */
export function UsersPage({ id }: { readonly id?: string }) {
  return id === undefined ? <UserList /> : <UserPage id={Number(id)} />;
}

function UserList() {
  const users = useAnswer('GET /api/admin/user-admin', {});
  const roles = users.data?.rootRoles ?? [];
  const roleOf = (id: number) => roles.find((role) => role.id === id)?.name ?? '';
  return (
    <>
      <PageHead
        title={words.settings.chapters.users.title}
        about={words.users.about}
        main={{ title: words.users.invite, act: () => askWhomToInvite(roles) }}
      />
      <ListPanel
        label={words.settings.chapters.users.title}
        of={users}
        rows={(found) => found.users}
        nameOf={calledOf}
        none={words.users.none}
        columns={[
          { title: words.users.name, cell: (user) => <Who user={user} /> },
          { title: words.users.role, cell: ({ rootRole }) => roleOf(rootRole) },
          { title: words.users.seen, cell: ({ seenAt }) => <Age at={seenAt} /> },
          { title: words.users.created, cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
      />
    </>
  );
}

function Who({ user }: { readonly user: Found['users'][number] }) {
  return (
    <span class="who">
      <a href={`/settings/users/${user.id}`}>{calledOf(user)}</a>
      <small>{[user.username, user.email].filter(Boolean).join(' · ')}</small>
    </span>
  );
}

const editor = '2';

const askWhomToInvite = (roles: Roles): void =>
  openForm({
    title: words.users.invite,
    submitTitle: words.users.invite,
    initial: { email: '', username: '', name: '', rootRole: editor, sendEmail: true },
    entries: {
      email: { kind: 'email', label: words.users.email },
      username: { kind: 'text', label: words.users.username, hint: words.users.usernameHint },
      name: { kind: 'text', label: words.users.fullName },
      rootRole: { kind: 'choice', label: words.users.role, choices: choicesOf(roles), hint: words.users.roleHint },
      sendEmail: { kind: 'flag', label: words.users.sendEmail },
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
        title: words.users.invited(name || username || email),
        about: emailSent ? words.users.mailed : words.users.notMailed,
        parts: [{ label: words.users.link, text: inviteLink }],
      });
      await askAgain();
    },
  });
