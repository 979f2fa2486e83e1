import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { askForPersona } from '../../parts/persona/persona-form.ts';
import { useAnswer } from '../../server/answer.ts';
import type { Persona } from '../../server/operations.ts';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';
import { NameCell } from '../../parts/list/name-cell.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

/** The test users of a project. */
export function PersonasPage({ project }: { readonly project: string }) {
  const personas = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const refused = useLack()('UPDATE_FEATURE', { project });
  return (
    <>
      <PageHead
        title="Test users"
        about="Saved contexts of typical users. The console shows what each of them gets before and after a change."
        main={{ title: 'Add test user', act: () => askForPersona(project), refused }}
      />
      <ListPanel
        label="Test users"
        of={personas}
        rows={(found) => found.personas}
        nameOf={({ name }) => name}
        none="No test users yet"
        columns={[
          {
            title: 'Test user',
            cell: ({ name, description }) => <NameCell name={name} about={description} />,
          },
          { title: 'Context', cell: ({ context }) => <Context context={context} /> },
        ]}
        actions={(persona) => [
          { title: 'Edit', act: () => askForPersona(project, persona), refused },
          { title: 'Delete', act: () => confirmDeletion(project, persona), refused },
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
    title: `Delete ${name}?`,
    about: 'This doesn’t affect who gets a feature.',
    submitTitle: 'Delete test user',
    act: () =>
      execute(
        () => ask('DELETE /api/admin/projects/{projectId}/personas/{personaId}', { path: { projectId: project, personaId: id } }),
        `Deleted ${name}.`,
      ),
  });
