import { Age } from '../../../parts/mark/age.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { inviteUser } from './invite-user.ts';
import { ActionButton } from '../../../parts/list/data-table.tsx';
import { useLocation } from 'preact-iso/router';
import { disconnect } from '../../../parts/account/disconnect.ts';
import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Answer, Panel } from '../../../parts/panel/panel.tsx';
import { PersonalTokenTable } from '../../../parts/account/personal-token-table.tsx';
import { SessionTable } from '../../../parts/account/session-table.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { calledOf } from '../../../server/session.ts';
import { choicesOf, roleHint } from '../../../parts/account/role-choices.ts';
import * as panelStyles from '../../../parts/panel/panel.module.css';

const disconnectAll = {
  title: 'Disconnect agents',
  act: () => disconnect('the agents of all users', () => ask('DELETE /api/admin/user-admin/agents', {})),
};

type Found = AnswerOf<'GET /api/admin/user-admin'>;

/** The list of users; with an id, one user. */
export function UsersPage({ id }: { readonly id?: string }) {
  return id === undefined ? <UserList /> : <UserPage id={Number(id)} />;
}

function UserList() {
  const users = useAnswer('GET /api/admin/user-admin', {});
  const roles = users.data?.rootRoles ?? [];
  const roleOf = (id: number) => roles.find((role) => role.id === id)?.name ?? '';
  return (
    <>
      <ListPage
        title="Users"
        about="Everyone who can log in, with their role in the whole instance."
        main={{ title: 'Invite user', act: () => void inviteUser() }}
        of={users}
        rows={(found) => found.users}
        nameOf={calledOf}
        none="No users yet"
        columns={[
          { title: 'Name', cell: (user) => <Who user={user} /> },
          { title: 'Root role', cell: ({ rootRole }) => roleOf(rootRole) },
          { title: 'Last seen', cell: ({ seenAt }) => <Age at={seenAt} /> },
          { title: 'Created', cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
      />
      <Panel title="Agents" end={<ActionButton action={disconnectAll} of="all users" />}>
        <p class="dim">Agents act for users, for 12 hours. The page of a user lists their tokens.</p>
      </Panel>
    </>
  );
}

function Who({ user }: { readonly user: Found['users'][number] }) {
  return (
    <NameCell name={calledOf(user)} href={`/settings/users/${user.id}`} about={[user.username, user.email].filter(Boolean).join(' · ')} />
  );
}

type User = AnswerOf<'GET /api/admin/user-admin/{id}'>;

/** A user: details, sessions, personal tokens, and actions that remove access. */
function UserPage({ id }: { readonly id: number }) {
  const user = useAnswer('GET /api/admin/user-admin/{id}', { path: { id } });
  return (
    <Answer of={user}>
      {(found) => (
        <>
          <PageHead title={calledOf(found)} about={[found.username, found.email].filter(Boolean).join(' · ')} />
          <Details key={found.id} user={found} />
          <Sessions user={found} />
          <Tokens user={found} />
          <Access user={found} />
        </>
      )}
    </Answer>
  );
}

function Details({ user }: { readonly user: User }) {
  const roles = useAnswer('GET /api/admin/user-admin', {});
  return (
    <Panel title="Details">
      <Answer of={roles}>
        {({ rootRoles }) => (
          <ValueForm
            submitTitle="Save user"
            initial={{ name: user.name ?? '', email: user.email ?? '', rootRole: String(user.rootRole) }}
            entries={{
              name: { kind: 'text', label: 'Full name' },
              email: { kind: 'email', label: 'Email address' },
              rootRole: { kind: 'choice', label: 'Root role', choices: choicesOf(rootRoles), hint: roleHint },
            }}
            submit={({ name, email, rootRole }) =>
              ask('PUT /api/admin/user-admin/{id}', {
                path: { id: user.id },
                body: { name, rootRole: Number(rootRole), ...(email && { email }) },
              })
            }
            done={`Saved ${calledOf(user)}.`}
          />
        )}
      </Answer>
    </Panel>
  );
}

function Sessions({ user }: { readonly user: User }) {
  const sessions = useAnswer('GET /api/admin/user-admin/{id}/sessions', { path: { id: user.id } });
  const end = () =>
    confirm({
      title: `End all sessions of ${calledOf(user)}?`,
      about: 'The user is logged out everywhere, and their personal access tokens are revoked.',
      submitTitle: 'Log out everywhere',
      act: () => ask('DELETE /api/admin/user-admin/{id}/sessions', { path: { id: user.id } }),
      done: 'All sessions ended.',
    });
  return <SessionTable of={sessions} main={{ title: 'Log out everywhere', act: end }} />;
}

function Tokens({ user: { id } }: { readonly user: User }) {
  const tokens = useAnswer('GET /api/admin/user-admin/{id}/tokens', { path: { id } });
  const revoke = (tokenId: number) => ask('DELETE /api/admin/user-admin/{id}/tokens/{tokenId}', { path: { id, tokenId } });
  return <PersonalTokenTable of={tokens} revoke={revoke} />;
}

function Access({ user }: { readonly user: User }) {
  const { route } = useLocation();
  const name = calledOf(user);
  const path = { id: user.id };
  const actions = [
    {
      title: 'Reset password',
      act: () => void attempt(() => showResetLink(user)),
      refused: user.email === undefined ? 'The user needs an email address first.' : undefined,
    },
    {
      title: 'Disconnect agents',
      act: () => disconnect(`the agents of ${name}`, () => ask('DELETE /api/admin/user-admin/{id}/agents', { path })),
    },
    {
      title: 'Remove second factors',
      act: () =>
        confirm({
          title: `Remove all second factors of ${name}?`,
          about:
            'Authenticator apps, passkeys and recovery codes stop working. All sessions end and personal access tokens are revoked. The user can then log in with the password only, unless a second factor is required.',
          submitTitle: 'Remove second factors',
          act: () => ask('DELETE /api/admin/user-admin/{id}/factors', { path }),
          done: `Removed the second factors of ${name}.`,
        }),
    },
    {
      title: 'Delete user',
      act: () =>
        confirm({
          title: `Delete ${name}?`,
          about: 'This also deletes the user’s sessions, tokens and memberships. The audit log keeps their events.',
          submitTitle: 'Delete user',
          act: async () => {
            await execute(() => ask('DELETE /api/admin/user-admin/{id}', { path }), `Deleted ${name}.`);
            route('/settings/users');
          },
        }),
    },
  ];
  return (
    <Panel title="Access">
      <div class={panelStyles.acts}>
        {actions.map((action) => (
          <ActionButton key={action.title} action={action} of={name} />
        ))}
      </div>
    </Panel>
  );
}

async function showResetLink(user: User): Promise<void> {
  const { resetPasswordUrl } = await ask('POST /api/admin/user-admin/reset-password', { body: { id: user.email ?? '' } });
  showOnce({
    title: 'Reset password',
    about: 'Anyone with this link can set the password. It is shown only once and valid for one day.',
    parts: [{ label: 'Link', text: resetPasswordUrl }],
  });
}
