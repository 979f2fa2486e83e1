import { Age } from '../../../parts/mark/age.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import type { AnswerOf } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { usersTexts } from './texts.ts';
import { inviteUser } from './invite-user.ts';
import { UserPage } from './user-page.tsx';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

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
        title={frameTexts.settings.sections.users.title}
        about={usersTexts.about}
        main={{ title: usersTexts.invite, act: () => void inviteUser() }}
      />
      <ListPanel
        label={frameTexts.settings.sections.users.title}
        of={users}
        rows={(found) => found.users}
        nameOf={calledOf}
        none={usersTexts.none}
        columns={[
          { title: usersTexts.name, cell: (user) => <Who user={user} /> },
          { title: pageTexts.users.role, cell: ({ rootRole }) => roleOf(rootRole) },
          { title: usersTexts.seen, cell: ({ seenAt }) => <Age at={seenAt} /> },
          { title: usersTexts.created, cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
      />
    </>
  );
}

function Who({ user }: { readonly user: Found['users'][number] }) {
  return (
    <span class={dataTableStyles.who}>
      <a href={`/settings/users/${user.id}`}>{calledOf(user)}</a>
      <small>{[user.username, user.email].filter(Boolean).join(' · ')}</small>
    </span>
  );
}
