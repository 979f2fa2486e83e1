import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { addMembers } from './add-members.ts';
import { projectSettingsTexts } from './texts.ts';
import { choicesOf } from '../../parts/account/role-choices.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

type Access = AnswerOf<'GET /api/admin/projects/{projectId}/access'>;

/** A member of the project: a user, or a group as a whole. */
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

/** Users and groups with their roles in the project. */
export function Members({ project, refused }: MembersProps) {
  const access = useAnswer('GET /api/admin/projects/{projectId}/access', { path: { projectId: project } });
  const roles = access.data?.roles ?? [];
  const nameOf = (id: number) => roles.find((role) => role.id === id)?.name ?? String(id);
  return (
    <ListPanel
      label={projectSettingsTexts.members.title}
      isOneOfSeveral
      of={access}
      rows={membersOf}
      nameOf={({ name }) => name}
      none={projectSettingsTexts.members.none}
      main={{
        title: projectSettingsTexts.members.add,
        act: () => void addMembers(project),
        refused,
      }}
      columns={[
        {
          title: projectSettingsTexts.members.name,
          cell: ({ name, about }) => (
            <span class={dataTableStyles.who}>
              <b>{name}</b>
              <small>{about}</small>
            </span>
          ),
        },
        { title: projectSettingsTexts.members.kind, cell: ({ kind }) => projectSettingsTexts.members.kinds[kind] },
        { title: projectSettingsTexts.members.roles, cell: (member) => member.roles.map(nameOf).join(', ') },
      ]}
      actions={(member) => [
        { title: projectSettingsTexts.members.change, act: () => askForRoles(project, roles, member), refused },
        { title: projectSettingsTexts.members.remove, act: () => confirmRemoval(project, member), refused },
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
  ...groups.map(
    ({ id, name, roles, userCount }): Member => ({ kind: 'group', id, name, roles, about: projectSettingsTexts.members.count(userCount) }),
  ),
];

const askForRoles = (project: string, offered: Access['roles'], { kind, id, name, roles }: Member): void =>
  openForm({
    title: projectSettingsTexts.members.rolesOf(name),
    submitTitle: projectSettingsTexts.members.saveRoles,
    initial: { roles: roles.map(String) as readonly string[] },
    entries: { roles: { kind: 'choices', label: projectSettingsTexts.members.roles, choices: choicesOf(offered) } },
    submit: (values) => {
      const body = { roles: values.roles.map(Number) };
      return execute(
        () =>
          kind === 'user'
            ? ask('PUT /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id }, body })
            : ask('PUT /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id }, body }),
        pageTexts.saved(name),
      );
    },
  });

const confirmRemoval = (project: string, { kind, id, name }: Member): void =>
  confirm({
    title: projectSettingsTexts.members.removeWhom(name),
    about: projectSettingsTexts.members.removeAbout,
    submitTitle: projectSettingsTexts.members.remove,
    act: () =>
      execute(
        () =>
          kind === 'user'
            ? ask('DELETE /api/admin/projects/{projectId}/users/{userId}/roles', { path: { projectId: project, userId: id } })
            : ask('DELETE /api/admin/projects/{projectId}/groups/{groupId}/roles', { path: { projectId: project, groupId: id } }),
        projectSettingsTexts.members.removed(name),
      ),
  });
