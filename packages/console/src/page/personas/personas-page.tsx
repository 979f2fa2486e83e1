import { deletionOf } from '../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../parts/panel/list-panel.tsx';
import { askForPersona } from '../../parts/persona/persona-form.ts';
import { useAnswer, type Persona, ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

/** The test users of a project. */
export function PersonasPage({ project }: { readonly project: string }) {
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const refused = useLack()('UPDATE_FEATURE', { project });
  return (
    <ListPage
      title="Test users"
      about="Saved contexts of typical users. The console shows what each of them gets before and after a change."
      main={{ title: 'Add test user', act: () => askForPersona(project), refused }}
      of={personas}
      rows={(found) => found.personas}
      none="No test users yet"
      columns={[
        { title: 'Test user', cell: ({ name, description }) => <NameCell name={name} about={description} /> },
        { title: 'Context', cell: ({ context }) => <Context context={context} /> },
      ]}
      actions={(persona) => [{ title: 'Edit', act: () => askForPersona(project, persona), refused }, deletion(project, persona, refused)]}
    />
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

const deletion = (project: string, { id, name }: Persona, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'test user',
    about: 'This doesn’t affect who gets a feature.',
    remove: () => ask('DELETE /api/admin/projects/{projectId}/personas/{personaId}', { path: { projectId: project, personaId: id } }),
    refused,
  });
