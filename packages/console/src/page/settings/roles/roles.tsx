import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { rolesTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { RolePage } from './role-page.tsx';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

type Role = AnswerOf<'GET /api/admin/roles'>['roles'][number];

/** The list of roles; with an id, one role. */
export function Roles({ id }: { readonly id?: string }) {
  return id === undefined ? <RoleList /> : <RolePage id={id === 'new' ? null : Number(id)} />;
}

function RoleList() {
  const { route } = useLocation();
  const roles = useAnswer('GET /api/admin/roles', {});
  const lack = useLack()('ADMIN');
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections.roles.title}
        about={rolesTexts.about}
        main={{ title: rolesTexts.create, act: () => route('/settings/roles/new'), refused: lack }}
      />
      <ListPanel
        label={frameTexts.settings.sections.roles.title}
        of={roles}
        rows={(found) => found.roles}
        nameOf={({ name }) => name}
        none={rolesTexts.none}
        columns={[
          {
            title: rolesTexts.name,
            cell: ({ id, name, description }) => (
              <span class={dataTableStyles.who}>
                <a href={`/settings/roles/${id}`}>{name}</a>
                <small>{description}</small>
              </span>
            ),
          },
          { title: rolesTexts.counts, cell: ({ type }) => (isOfInstance(type) ? rolesTexts.ofInstance : rolesTexts.ofProject) },
          { title: rolesTexts.made, cell: ({ type }) => (isPredefined(type) ? rolesTexts.predefined : rolesTexts.own) },
        ]}
        actions={(role) => [
          {
            title: partsTexts.delete,
            act: () => confirmDeletion(role),
            refused: lack ?? (isPredefined(role.type) ? rolesTexts.isPredefined : undefined),
          },
        ]}
      />
    </>
  );
}

const isPredefined = (type: string): boolean => type === 'root' || type === 'project';
const isOfInstance = (type: string): boolean => type.startsWith('root');

const confirmDeletion = ({ id, name }: Role): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: rolesTexts.deleteAbout,
    submitTitle: rolesTexts.delete,
    act: () => execute(() => ask('DELETE /api/admin/roles/{id}', { path: { id } }), partsTexts.deleted(name)),
  });
