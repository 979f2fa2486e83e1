import { useLocation } from 'preact-iso';
import { words } from '../../base/words.ts';
import { carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ActionButton } from '../../parts/data-table.tsx';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';

/** The end of a project, which the server refuses while it has active features. */
export function DeleteProject({ id, name }: { readonly id: string; readonly name: string }) {
  const { route } = useLocation();
  const refused = useLack()('DELETE_PROJECT', { project: id });
  const act = () =>
    confirm({
      title: words.deleteWhat(name),
      about: words.project.deleteAbout,
      submitTitle: words.project.delete,
      act: async () => {
        await carryOut(() => ask('DELETE /api/admin/projects/{projectId}', { path: { projectId: id } }), words.deleted(name));
        route('/projects');
      },
    });
  return (
    <section class="panel" aria-label={words.project.delete}>
      <header>
        <h2>{words.project.delete}</h2>
        <span class="end">
          <ActionButton action={{ title: words.project.delete, act, refused, isDestructive: true }} of={name} />
        </span>
      </header>
      <p class="body dim">{words.project.deleteAbout}</p>
    </section>
  );
}
