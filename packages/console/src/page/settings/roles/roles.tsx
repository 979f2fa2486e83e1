import { useLocation } from 'preact-iso/router';
import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';
import { RolePage } from './role-page.tsx';

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
    <ListPage
      title="Roles"
      about="Sets of permissions. Root roles apply to the whole instance, project roles to single projects."
      main={{ title: 'New role', act: () => route('/settings/roles/new'), refused: lack }}
      of={roles}
      rows={(found) => found.roles}
      none="No roles yet"
      columns={[
        { title: 'Name', cell: ({ id, name, description }) => <NameCell name={name} href={`/settings/roles/${id}`} about={description} /> },
        { title: 'Scope', cell: ({ type }) => (isOfInstance(type) ? 'instance' : 'project') },
        { title: 'Type', cell: ({ type }) => (isPredefined(type) ? 'built in' : 'custom') },
      ]}
      actions={(role) => (isPredefined(role.type) ? [] : [deletion(role, lack)])}
    />
  );
}

const isPredefined = (type: string): boolean => type === 'root' || type === 'project';
const isOfInstance = (type: string): boolean => type.startsWith('root');

const deletion = ({ id, name }: Role, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'role',
    about: 'You can’t delete a role while someone holds it.',
    remove: () => ask('DELETE /api/admin/roles/{id}', { path: { id } }),
    refused,
  });
