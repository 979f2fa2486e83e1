import { useLocation } from 'preact-iso';
import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { RolePage } from './role-page.tsx';

type Role = AnswerOf<'GET /api/admin/roles'>['roles'][number];

/** What people may do, by name; with an id, one role with its permissions. */
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
        title={words.settings.chapters.roles.title}
        about={words.roles.about}
        main={{ title: words.roles.create, act: () => route('/settings/roles/new'), refused: lack }}
      />
      <ListPanel
        label={words.settings.chapters.roles.title}
        of={roles}
        rows={(found) => found.roles}
        nameOf={({ name }) => name}
        none={words.roles.none}
        columns={[
          {
            title: words.roles.name,
            cell: ({ id, name, description }) => (
              <span class="who">
                <a href={`/settings/roles/${id}`}>{name}</a>
                <small>{description}</small>
              </span>
            ),
          },
          { title: words.roles.counts, cell: ({ type }) => (isOfInstance(type) ? words.roles.ofInstance : words.roles.ofProject) },
          { title: words.roles.made, cell: ({ type }) => (isPredefined(type) ? words.roles.predefined : words.roles.own) },
        ]}
        actions={(role) => [
          {
            title: words.delete,
            isDestructive: true,
            act: () => confirmDeletion(role),
            refused: lack ?? (isPredefined(role.type) ? words.roles.isPredefined : undefined),
          },
        ]}
      />
    </>
  );
}

export const isPredefined = (type: string): boolean => type === 'root' || type === 'project';
export const isOfInstance = (type: string): boolean => type.startsWith('root');

const confirmDeletion = ({ id, name }: Role): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.roles.deleteAbout,
    submitTitle: words.roles.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/roles/{id}', { path: { id } }), words.deleted(name)),
  });
