import { pageTexts } from '../texts.ts';
import { personasTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { askForPersona } from '../../parts/persona/persona-form.ts';
import { useAnswer } from '../../server/answer.ts';
import type { Persona } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

/** The test users of a project. */
export function PersonasPage({ project }: { readonly project: string }) {
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const refused = useLack()('UPDATE_FEATURE', { project });
  return (
    <>
      <PageHead
        title={personasTexts.all}
        about={personasTexts.allAbout}
        main={{ title: pageTexts.persona.add, act: () => askForPersona(project), refused }}
      />
      <ListPanel
        label={personasTexts.all}
        of={personas}
        rows={(found) => found.personas}
        nameOf={({ name }) => name}
        none={pageTexts.persona.none}
        columns={[
          {
            title: pageTexts.persona.column,
            cell: ({ name, description }) => (
              <span class={dataTableStyles.who}>
                <b>{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: personasTexts.context, cell: ({ context }) => <Context context={context} /> },
        ]}
        actions={(persona) => [
          { title: pageTexts.edit, act: () => askForPersona(project, persona), refused },
          { title: partsTexts.delete, act: () => confirmDeletion(project, persona), refused },
        ]}
      />
    </>
  );
}

/** A context, one field per line. */
function Context({ context: { properties = {}, ...fields } }: { readonly context: Persona['context'] }) {
  return (
    <ul class={dataTableStyles.reasons}>
      {Object.entries({ ...fields, ...properties }).map(([field, value]) => (
        <li key={field}>
          <b class="mono">{field}</b> {value}
        </li>
      ))}
    </ul>
  );
}

const confirmDeletion = (project: string, { id, name }: Persona): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: personasTexts.deleteAbout,
    submitTitle: personasTexts.delete,
    act: () =>
      execute(
        () => ask('DELETE /api/admin/projects/{projectId}/personas/{personaId}', { path: { projectId: project, personaId: id } }),
        partsTexts.deleted(name),
      ),
  });
