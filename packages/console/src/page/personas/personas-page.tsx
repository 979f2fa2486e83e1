import { words } from '../../base/words.ts';
import { carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ListPanel } from '../../parts/list-panel.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { askForPersona } from '../../parts/persona-form.ts';
import { useAnswer } from '../../server/answer.ts';
import type { Persona } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';

/** The contexts that a project has saved, to see what each of them gets. */
export function PersonasPage({ project }: { readonly project: string }) {
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const refused = useLack()('UPDATE_FEATURE', { project });
  return (
    <>
      <PageHead
        title={words.persona.all}
        about={words.persona.allAbout}
        main={{ title: words.persona.add, act: () => askForPersona(project), refused }}
      />
      <ListPanel
        label={words.persona.all}
        of={personas}
        rows={(found) => found.personas}
        nameOf={({ name }) => name}
        none={words.persona.none}
        columns={[
          {
            title: words.persona.column,
            cell: ({ name, description }) => (
              <span class="who">
                <b>{name}</b>
                <small>{description}</small>
              </span>
            ),
          },
          { title: words.persona.context, cell: ({ context }) => <Context context={context} /> },
        ]}
        actions={(persona) => [
          { title: words.edit, act: () => askForPersona(project, persona), refused },
          { title: words.delete, isDestructive: true, act: () => confirmDeletion(project, persona), refused },
        ]}
      />
    </>
  );
}

/** What is in a context, one field in a line. */
function Context({ context: { properties = {}, ...fields } }: { readonly context: Persona['context'] }) {
  return (
    <ul class="reasons">
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
    title: words.deleteWhat(name),
    about: words.persona.deleteAbout,
    submitTitle: words.persona.delete,
    act: () =>
      carryOut(
        () => ask('DELETE /api/admin/projects/{projectId}/personas/{personaId}', { path: { projectId: project, personaId: id } }),
        words.deleted(name),
      ),
  });
