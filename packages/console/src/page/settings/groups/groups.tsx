import { deletionOf } from '../../../parts/form/confirm.tsx';
import { type Action } from '../../../parts/list/data-table.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { calledOf } from '../../../server/session.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';

type Group = AnswerOf<'GET /api/admin/groups'>['groups'][number];
type Candidates = AnswerOf<'GET /api/admin/user-admin'>;

export function Groups() {
  const groups = useAnswer('GET /api/admin/groups', {});
  const { data: candidates } = useAnswer('GET /api/admin/user-admin', {});
  const roleOf = (id: number | null) => candidates?.rootRoles.find((role) => role.id === id)?.name ?? 'none';
  const edit = (title: string, group: Group | null): Action => ({
    title,
    act: () => candidates && askForGroup(candidates, group),
    refused: candidates ? undefined : 'Loading',
  });
  return (
    <ListPage
      title="Groups"
      about="Members of a group get all of its roles."
      main={edit('New group', null)}
      of={groups}
      rows={(found) => found.groups}
      none="No groups yet"
      columns={[
        { title: 'Name', cell: ({ name, description }) => <NameCell name={name} about={description} /> },
        { title: 'Members', cell: ({ userCount }) => userCount },
        { title: 'Root role', cell: ({ rootRole }) => roleOf(rootRole) },
        { title: 'Projects', cell: ({ projects }) => projects.join(', ') },
      ]}
      actions={(group) => [edit('Edit', group), deletion(group)]}
    />
  );
}

const none = '';

function askForGroup({ users, rootRoles }: Candidates, group: Group | null): void {
  const submitTitle = group === null ? 'New group' : 'Save group';
  openForm({
    title: group === null ? 'New group' : group.name,
    submitTitle,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      rootRole: group?.rootRole ? String(group.rootRole) : none,
      members: group?.users.map(({ user }) => String(user.id)) ?? [],
      mappingsSSO: group?.mappingsSSO ?? [],
    },
    entries: {
      name: { kind: 'text', label: 'Name', isRequired: true },
      description: { kind: 'text', label: 'Description' },
      rootRole: {
        kind: 'choice',
        label: 'Root role',
        choices: [{ value: none, title: 'none' }, ...choicesOf(rootRoles)],
        hint: 'Each member gets this role in addition to their own.',
      },
      members: {
        kind: 'choices',
        label: 'Members',
        choices: users.map((user) => ({ value: String(user.id), title: calledOf(user) })),
      },
      mappingsSSO: {
        kind: 'lines',
        label: 'Identity provider groups',
        hint: 'One per line. Users with one of these groups at the identity provider join this group at login.',
      },
    },
    submit: ({ members, rootRole, ...values }) => {
      const users = members.map((id) => ({ user: { id: Number(id) } }));
      const body = { ...values, rootRole: rootRole === none ? null : Number(rootRole), users };
      return group === null
        ? ask('POST /api/admin/groups', { body })
        : ask('PUT /api/admin/groups/{groupId}', { path: { groupId: group.id }, body });
    },
    done: ({ name }) => `Saved ${name}.`,
  });
}

const deletion = ({ id, name }: Group) =>
  deletionOf({
    name,
    noun: 'group',
    about: 'Its members lose the permissions they have through this group.',
    remove: () => ask('DELETE /api/admin/groups/{groupId}', { path: { groupId: id } }),
  });
