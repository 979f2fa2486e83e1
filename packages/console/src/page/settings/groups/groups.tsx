import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import type { Action } from '../../../parts/data-table.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { choicesOf } from '../../../parts/role-choices.ts';

type Group = AnswerOf<'GET /api/admin/groups'>['groups'][number];
type Candidates = AnswerOf<'GET /api/admin/user-admin'>;

/** Users who are given access together. */
export function Groups() {
  const groups = useAnswer('GET /api/admin/groups', {});
  const { data: candidates } = useAnswer('GET /api/admin/user-admin', {});
  const roleOf = (id: number | null) => candidates?.rootRoles.find((role) => role.id === id)?.name ?? words.groups.noRole;
  const edit = (title: string, group: Group | null): Action => ({
    title,
    act: () => candidates && askForGroup(candidates, group),
    refused: candidates ? undefined : words.loading,
  });
  return (
    <>
      <PageHead title={words.settings.chapters.groups.title} about={words.groups.about} main={edit(words.groups.create, null)} />
      <ListPanel
        label={words.settings.chapters.groups.title}
        of={groups}
        rows={(found) => found.groups}
        nameOf={({ name }) => name}
        none={words.groups.none}
        columns={[
          {
            title: words.groups.name,
            cell: ({ name, description }) => (
              <span class="who">
                <b>{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: words.groups.members, cell: ({ userCount }) => userCount },
          { title: words.groups.role, cell: ({ rootRole }) => roleOf(rootRole) },
          { title: words.groups.projects, cell: ({ projects }) => projects.join(', ') },
        ]}
        actions={(group) => [edit(words.edit, group), { title: words.delete, isDestructive: true, act: () => confirmDeletion(group) }]}
      />
    </>
  );
}

const none = '';

function askForGroup({ users, rootRoles }: Candidates, group: Group | null): void {
  const submitTitle = group === null ? words.groups.create : words.groups.save;
  openForm({
    title: group === null ? words.groups.create : group.name,
    submitTitle,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      rootRole: group?.rootRole ? String(group.rootRole) : none,
      members: group?.users.map(({ user }) => String(user.id)) ?? [],
      mappingsSSO: group?.mappingsSSO ?? [],
    },
    entries: {
      name: { kind: 'text', label: words.groups.name, isRequired: true },
      description: { kind: 'text', label: words.groups.description },
      rootRole: {
        kind: 'choice',
        label: words.groups.role,
        choices: [{ value: none, title: words.groups.noRole }, ...choicesOf(rootRoles)],
        hint: words.groups.roleHint,
      },
      members: {
        kind: 'choices',
        label: words.groups.members,
        choices: users.map((user) => ({ value: String(user.id), title: calledOf(user) })),
      },
      mappingsSSO: { kind: 'lines', label: words.groups.mappings, hint: words.groups.mappingsHint },
    },
    submit: ({ members, rootRole, ...values }) => {
      const users = members.map((id) => ({ user: { id: Number(id) } }));
      const body = { ...values, rootRole: rootRole === none ? null : Number(rootRole), users };
      return carryOut(
        () =>
          group === null
            ? ask('POST /api/admin/groups', { body })
            : ask('PUT /api/admin/groups/{groupId}', { path: { groupId: group.id }, body }),
        words.saved(values.name),
      );
    },
  });
}

const confirmDeletion = ({ id, name }: Group): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.groups.deleteAbout,
    submitTitle: words.groups.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/groups/{groupId}', { path: { groupId: id } }), words.deleted(name)),
  });
