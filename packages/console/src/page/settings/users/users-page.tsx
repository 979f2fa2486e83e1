import { Age } from '../../../parts/mark/age.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import type { AnswerOf } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { inviteUser } from './invite-user.ts';
import { UserPage } from './user-page.tsx';
import { NameCell } from '../../../parts/list/name-cell.tsx';

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
      <PageHead
        title="Users"
        about="Everyone who can log in, with their role in the whole instance."
        main={{ title: 'Invite user', act: () => void inviteUser() }}
      />
      <ListPanel
        label="Users"
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
    </>
  );
}

function Who({ user }: { readonly user: Found['users'][number] }) {
  return (
    <NameCell name={calledOf(user)} href={`/settings/users/${user.id}`} about={[user.username, user.email].filter(Boolean).join(' · ')} />
  );
}
