import { projectHref } from '../../frame/address.ts';
import { useFilter } from '../../frame/use-filter.ts';
import { Age } from '../../parts/mark/age.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { Found } from '../../parts/panel/found.tsx';
import { Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { HealthHead } from './health-head.tsx';
import { useFoundFeatures } from '../../server/use-pages.ts';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';

/** Archived features, each with buttons to restore it or delete it permanently. */
export function Archive({ project }: { readonly project: string }) {
  const filter = useFilter(`${projectHref(project)}/archive`);
  return (
    <>
      <HealthHead project={project} at="archive" />
      <PlainPanel label="Archive">
        <div class={filterFieldStyles.filters}>
          <FilterField label="Filter by name, description or tag" {...filter} />
        </div>
        <Archived project={project} filter={filter} />
      </PlainPanel>
    </>
  );
}

function Archived({ project, filter }: { readonly project: string; readonly filter: ReturnType<typeof useFilter> }) {
  const lack = useLack();
  const [mayNotRevive, mayNotDelete] = [lack('UPDATE_FEATURE', { project }), lack('DELETE_FEATURE', { project })];
  const query = { project: `IS:${project}`, archived: 'IS:true', sortBy: 'name', ...(filter.value && { query: filter.value }) };
  const { found, rows, total } = useFoundFeatures(query);
  return (
    <Found of={found} count={rows.length} total={total} filter={filter} none={<Empty title="No archived features" />}>
      <DataTable
        label="Archive"
        rows={rows}
        columns={[
          { title: 'Feature', cell: ({ name, description }) => <NameCell name={name} about={description} isKey /> },
          { title: 'Type', cell: ({ type }) => type },
          { title: 'Archived', cell: ({ archivedAt }) => <Age at={archivedAt} /> },
          { title: 'Last evaluated', cell: ({ lastSeenAt }) => <Age at={lastSeenAt} /> },
        ]}
        actions={({ name }) => [
          { title: 'Restore', refused: mayNotRevive, act: () => void revive(project, name) },
          { title: 'Delete permanently', refused: mayNotDelete, act: () => confirmDeletion(project, name) },
        ]}
      />
    </Found>
  );
}

const revive = (project: string, name: string): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/projects/{projectId}/revive', { path: { projectId: project }, body: { features: [name] } }),
    `Restored ${name}. It is turned off in all environments.`,
  );

const confirmDeletion = (project: string, name: string): void =>
  confirm({
    title: `Delete ${name}?`,
    about: 'This permanently deletes its strategies, variants and usage data. The audit log keeps its events.',
    submitTitle: 'Delete permanently',
    act: () => ask('POST /api/admin/projects/{projectId}/delete', { path: { projectId: project }, body: { features: [name] } }),
    done: `Deleted ${name}.`,
  });
