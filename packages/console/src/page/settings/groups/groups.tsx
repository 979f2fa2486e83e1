import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import type { Action } from '../../../parts/list/data-table.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { groupsTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

type Group = AnswerOf<'GET /api/admin/groups'>['groups'][number];
type Candidates = AnswerOf<'GET /api/admin/user-admin'>;

export function Groups() {
  const groups = useAnswer('GET /api/admin/groups', {});
  const { data: candidates } = useAnswer('GET /api/admin/user-admin', {});
  const roleOf = (id: number | null) => candidates?.rootRoles.find((role) => role.id === id)?.name ?? pageTexts.groups.noRole;
  const edit = (title: string, group: Group | null): Action => ({
    title,
    act: () => candidates && askForGroup(candidates, group),
    refused: candidates ? undefined : partsTexts.loading,
  });
  return (
    <>
      <PageHead title={frameTexts.settings.sections.groups.title} about={groupsTexts.about} main={edit(groupsTexts.create, null)} />
      <ListPanel
        label={frameTexts.settings.sections.groups.title}
        of={groups}
        rows={(found) => found.groups}
        nameOf={({ name }) => name}
        none={groupsTexts.none}
        columns={[
          {
            title: groupsTexts.name,
            cell: ({ name, description }) => (
              <span class={dataTableStyles.who}>
                <b>{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: groupsTexts.members, cell: ({ userCount }) => userCount },
          { title: groupsTexts.role, cell: ({ rootRole }) => roleOf(rootRole) },
          { title: pageTexts.groups.projects, cell: ({ projects }) => projects.join(', ') },
        ]}
        actions={(group) => [edit(pageTexts.edit, group), { title: partsTexts.delete, act: () => confirmDeletion(group) }]}
      />
    </>
  );
}

const none = '';

function askForGroup({ users, rootRoles }: Candidates, group: Group | null): void {
  const submitTitle = group === null ? groupsTexts.create : groupsTexts.save;
  openForm({
    title: group === null ? groupsTexts.create : group.name,
    submitTitle,
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      rootRole: group?.rootRole ? String(group.rootRole) : none,
      members: group?.users.map(({ user }) => String(user.id)) ?? [],
      mappingsSSO: group?.mappingsSSO ?? [],
    },
    entries: {
      name: { kind: 'text', label: groupsTexts.name, isRequired: true },
      description: { kind: 'text', label: groupsTexts.description },
      rootRole: {
        kind: 'choice',
        label: groupsTexts.role,
        choices: [{ value: none, title: pageTexts.groups.noRole }, ...choicesOf(rootRoles)],
        hint: groupsTexts.roleHint,
      },
      members: {
        kind: 'choices',
        label: groupsTexts.members,
        choices: users.map((user) => ({ value: String(user.id), title: calledOf(user) })),
      },
      mappingsSSO: { kind: 'lines', label: groupsTexts.mappings, hint: groupsTexts.mappingsHint },
    },
    submit: ({ members, rootRole, ...values }) => {
      const users = members.map((id) => ({ user: { id: Number(id) } }));
      const body = { ...values, rootRole: rootRole === none ? null : Number(rootRole), users };
      return execute(
        () =>
          group === null
            ? ask('POST /api/admin/groups', { body })
            : ask('PUT /api/admin/groups/{groupId}', { path: { groupId: group.id }, body }),
        pageTexts.saved(values.name),
      );
    },
  });
}

const confirmDeletion = ({ id, name }: Group): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: groupsTexts.deleteAbout,
    submitTitle: groupsTexts.delete,
    act: () => execute(() => ask('DELETE /api/admin/groups/{groupId}', { path: { groupId: id } }), partsTexts.deleted(name)),
  });
