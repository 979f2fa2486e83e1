import { confirm } from '../../parts/form/confirm.tsx';
import { ListPanel, NameCell } from '../../parts/panel/list-panel.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../server/ask.ts';
import { addMembers } from './add-members.ts';
import { choicesOf } from '../../parts/account/role-choices.ts';
import { counted } from '../../base/format.ts';
import { calledOf } from '../../server/session.ts';

type Access = AnswerOf<'GET /api/admin/projects/{projectId}/access'>;

/** Users and groups with their roles in the project. */
export function Members({ project, refused }: { readonly project: string; readonly refused: string | undefined }) {
  const access = useAnswer('GET /api/admin/projects/{projectId}/access', { path: { projectId: project } });
  const roles = access.data?.roles ?? [];
  const nameOf = (id: number) => roles.find((role) => role.id === id)?.name ?? String(id);
  return (
    <ListPanel
      title="Members"
      of={access}
      rows={membersOf}
      none="No members yet"
      main={{
        title: 'Add members',
        act: () => void addMembers(project),
        refused,
      }}
      columns={[
        { title: 'Name', cell: ({ name, about }) => <NameCell name={name} about={about} /> },
        { title: 'Type', cell: ({ kind }) => kind },
        { title: 'Roles', cell: (member) => member.roles.map(nameOf).join(', ') },
      ]}
      actions={(member) => [
        { title: 'Edit roles', act: () => askForRoles(project, roles, member), refused },
        { title: 'Remove', act: () => confirmRemoval(project, member), refused },
      ]}
    />
  );
}

/** The members of a project: users, and groups as a whole. */
const membersOf = ({ users, groups }: Access) => [
  ...users.map((user) => ({ ...user, kind: 'user' as const, name: calledOf(user), about: user.email ?? '' })),
  ...groups.map((group) => ({ ...group, kind: 'group' as const, about: counted(group.userCount, 'member') })),
];
type Member = ReturnType<typeof membersOf>[number];

const askForRoles = (project: string, offered: Access['roles'], { kind, id, name, roles }: Member): void =>
  openForm({
    title: `Roles of ${name}`,
    submitTitle: 'Save roles',
    initial: { roles: roles.map(String) as readonly string[] },
    entries: { roles: { kind: 'choices', label: 'Roles', choices: choicesOf(offered) } },
    submit: (values) => {
      const body = { roles: values.roles.map(Number) };
      return kind === 'user'
        ? ask('PUT /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id }, body })
        : ask('PUT /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id }, body });
    },
    done: `Saved ${name}.`,
  });

const confirmRemoval = (project: string, { kind, id, name }: Member): void =>
  confirm({
    title: `Remove ${name} from the project?`,
    about: 'They lose all roles in this project.',
    submitTitle: 'Remove',
    act: () =>
      kind === 'user'
        ? ask('DELETE /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id } })
        : ask('DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id } }),
    done: `Removed ${name} from the project.`,
  });
