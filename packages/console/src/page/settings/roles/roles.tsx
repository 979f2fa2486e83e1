import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { RolePage } from './role-page.tsx';
import { NameCell } from '../../../parts/list/name-cell.tsx';

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
        title="Roles"
        about="Sets of permissions. Root roles apply to the whole instance, project roles to single projects."
        main={{ title: 'New role', act: () => route('/settings/roles/new'), refused: lack }}
      />
      <ListPanel
        label="Roles"
        of={roles}
        rows={(found) => found.roles}
        nameOf={({ name }) => name}
        none="No roles yet"
        columns={[
          {
            title: 'Name',
            cell: ({ id, name, description }) => <NameCell name={name} href={`/settings/roles/${id}`} about={description} />,
          },
          { title: 'Scope', cell: ({ type }) => (isOfInstance(type) ? 'instance' : 'project') },
          { title: 'Type', cell: ({ type }) => (isPredefined(type) ? 'built in' : 'custom') },
        ]}
        actions={(role) => (isPredefined(role.type) ? [] : [{ title: 'Delete', act: () => confirmDeletion(role), refused: lack }])}
      />
    </>
  );
}

const isPredefined = (type: string): boolean => type === 'root' || type === 'project';
const isOfInstance = (type: string): boolean => type.startsWith('root');

const confirmDeletion = ({ id, name }: Role): void =>
  confirm({
    title: `Delete ${name}?`,
    about: 'You can’t delete a role while someone holds it.',
    submitTitle: 'Delete role',
    act: () => execute(() => ask('DELETE /api/admin/roles/{id}', { path: { id } }), `Deleted ${name}.`),
  });
