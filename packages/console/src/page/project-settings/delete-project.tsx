import { useLocation } from 'preact-iso/router';
import { projectSettingsTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Deletes a project. The server rejects it while the project has active features. */
export function DeleteProject({ id, name }: { readonly id: string; readonly name: string }) {
  const { route } = useLocation();
  const refused = useLack()('DELETE_PROJECT', { project: id });
  const act = () =>
    confirm({
      title: partsTexts.deleteWhat(name),
      about: projectSettingsTexts.project.deleteAbout,
      submitTitle: projectSettingsTexts.project.delete,
      act: async () => {
        await execute(() => ask('DELETE /api/admin/projects/{projectId}', { path: { projectId: id } }), partsTexts.deleted(name));
        route('/projects');
      },
    });
  return (
    <section class={panelStyles.panel} aria-label={projectSettingsTexts.project.delete}>
      <header>
        <h2>{projectSettingsTexts.project.delete}</h2>
        <span class={panelStyles.end}>
          <ActionButton action={{ title: projectSettingsTexts.project.delete, act, refused }} of={name} />
        </span>
      </header>
      <p class={`${panelStyles.body} dim`}>{projectSettingsTexts.project.deleteAbout}</p>
    </section>
  );
}
