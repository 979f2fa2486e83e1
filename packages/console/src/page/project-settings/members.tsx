import { carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ListPanel } from '../../parts/list-panel.tsx';
import { openForm } from '../../parts/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { calledOf } from '../../server/session.ts';
import { words } from '../../base/words.ts';
import { choicesOf } from '../../parts/role-choices.ts';

type Access = AnswerOf<'GET /api/admin/projects/{projectId}/access'>;
type Candidates = AnswerOf<'GET /api/admin/user-admin/access'>;

/** Somebody who has roles in the project: a user, or all of a group. */
interface Member {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly name: string;
  readonly about: string;
  readonly roles: readonly number[];
}

interface MembersProps {
  readonly project: string;
  readonly refused: string | undefined;
}

/** Which users and groups hold which roles in the project. */
export function Members({ project, refused }: MembersProps) {
  const access = useAnswer('GET /api/admin/projects/{projectId}/access', { path: { projectId: project } });
  const { data: candidates } = useAnswer('GET /api/admin/user-admin/access', {}, { when: refused === undefined });
  const roles = access.data?.roles ?? [];
  const nameOf = (id: number) => roles.find((role) => role.id === id)?.name ?? String(id);
  return (
    <ListPanel
      label={words.members.title}
      isOneOfSeveral
      of={access}
      rows={membersOf}
      nameOf={({ name }) => name}
      none={words.members.none}
      main={{
        title: words.members.add,
        act: () => candidates && askForMember(project, roles, candidates),
        refused: refused ?? (candidates ? undefined : words.loading),
      }}
      columns={[
        {
          title: words.members.name,
          cell: ({ name, about }) => (
            <span class="who">
              <b>{name}</b>
              <small>{about}</small>
            </span>
          ),
        },
        { title: words.members.kind, cell: ({ kind }) => words.members.kinds[kind] },
        { title: words.members.roles, cell: (member) => member.roles.map(nameOf).join(', ') },
      ]}
      actions={(member) => [
        { title: words.members.change, act: () => askForRoles(project, roles, member), refused },
        { title: words.members.remove, isDestructive: true, act: () => confirmRemoval(project, member), refused },
      ]}
    />
  );
}

const membersOf = ({ users, groups }: Access): readonly Member[] => [
  ...users.map(
    (user): Member => ({
      kind: 'user',
      id: user.id,
      roles: user.roles,
      name: user.name ?? user.username ?? user.email ?? String(user.id),
      about: user.email ?? '',
    }),
  ),
  ...groups.map(({ id, name, roles, userCount }): Member => ({ kind: 'group', id, name, roles, about: words.members.count(userCount) })),
];

const askForMember = (project: string, roles: Access['roles'], { users, groups }: Candidates): void =>
  openForm({
    title: words.members.add,
    submitTitle: words.members.add,
    initial: { users: [] as readonly string[], groups: [] as readonly string[], roles: [] as readonly string[] },
    entries: {
      roles: { kind: 'choices', label: words.members.roles, choices: choicesOf(roles) },
      users: {
        kind: 'choices',
        label: words.members.users,
        choices: users.map((user) => ({ value: String(user.id), title: calledOf(user) })),
      },
      groups: { kind: 'choices', label: words.members.groups, choices: groups.map(({ id, name }) => ({ value: String(id), title: name })) },
    },
    submit: (values) => {
      const body = { users: values.users.map(Number), groups: values.groups.map(Number), roles: values.roles.map(Number) };
      return carryOut(
        () => ask('POST /api/admin/projects/{projectId}/access', { path: { projectId: project }, body }),
        words.members.added,
      );
    },
  });

const askForRoles = (project: string, offered: Access['roles'], { kind, id, name, roles }: Member): void =>
  openForm({
    title: words.members.rolesOf(name),
    submitTitle: words.members.saveRoles,
    initial: { roles: roles.map(String) as readonly string[] },
    entries: { roles: { kind: 'choices', label: words.members.roles, choices: choicesOf(offered) } },
    submit: (values) => {
      const body = { roles: values.roles.map(Number) };
      return carryOut(
        () =>
          kind === 'user'
            ? ask('PUT /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id }, body })
            : ask('PUT /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id }, body }),
        words.saved(name),
      );
    },
  });

const confirmRemoval = (project: string, { kind, id, name }: Member): void =>
  confirm({
    title: words.members.removeWhom(name),
    about: words.members.removeAbout,
    submitTitle: words.members.remove,
    act: () =>
      carryOut(
        () =>
          kind === 'user'
            ? ask('DELETE /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id } })
            : ask('DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id } }),
        words.members.removed(name),
      ),
  });
