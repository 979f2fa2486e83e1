import { useLocation } from 'preact-iso/router';
import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';
import { Panel } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

const deleteAbout =
  'This also deletes its archived features, segments and test users. You can’t delete a project that has active features.';

/** Deletes a project. The server rejects it while the project has active features. */
export function DeleteProject({ id, name }: { readonly id: string; readonly name: string }) {
  const { route } = useLocation();
  const refused = useLack()('DELETE_PROJECT', { project: id });
  const act = () =>
    confirm({
      title: `Delete ${name}?`,
      about: deleteAbout,
      submitTitle: 'Delete project',
      named: id,
      act: async () => {
        await execute(() => ask('DELETE /api/admin/projects/{projectId}', { path: { projectId: id } }), `Deleted ${name}.`);
        route('/projects');
      },
    });
  return (
    <Panel title="Delete project" end={<ActionButton action={{ title: 'Delete project', act, refused }} of={name} />}>
      <p class={`${panelStyles.body} dim`}>{deleteAbout}</p>
    </Panel>
  );
}
