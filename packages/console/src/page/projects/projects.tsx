import { formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { projectHref } from '../../frame/address.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import { NameCell } from '../../parts/panel/list-panel.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { askAgain, useAnswer, type AnswerOf, ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { Star } from '../../parts/mark/star.tsx';
import { showError, showToast } from '../../parts/layer/toast.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { catchRefusal } from '../../server/refusal.ts';
import { type Mode, projectFields } from './project-fields.ts';
import { projectIdOf } from './project-id.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Project = AnswerOf<'GET /api/admin/projects'>['projects'][number];

/** Favorites first, then by name, where Project 2 comes before Project 10. */
const inOrder = (one: Project, other: Project): number =>
  Number(other.favorite) - Number(one.favorite) || one.name.localeCompare(other.name, 'en', { numeric: true });

/** Projects that the user can see. */
export function Projects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  const refused = useLack()('CREATE_PROJECT');
  const filter = useSignal('');
  const matches = ({ id, name, description }: Project) =>
    `${id} ${name} ${description ?? ''}`.toLowerCase().includes(filter.value.trim().toLowerCase());
  return (
    <>
      <PageHead
        title="Projects"
        about="Each project has its own features and members."
        main={{ title: 'New project', act: askForProject, refused }}
      />
      <Answer of={projects}>
        {({ projects: found }) => {
          if (found.length === 0) return <Empty title="No projects. Ask an administrator to add you to one." />;
          const shown = found.filter(matches).toSorted(inOrder);
          return (
            <PlainPanel label="Projects">
              <div class={panelStyles.body}>
                <FilterField label="Filter by name" value={filter.value} change={(value) => (filter.value = value)} />
              </div>
              <DataTable label="Projects" rows={shown} columns={columns} none={<Empty title="No project matches" />} />
            </PlainPanel>
          );
        }}
      </Answer>
    </>
  );
}

const columns = [
  {
    title: 'Project',
    cell: (project: Project) => (
      <span class={dataTableStyles.choosable}>
        <Star name={project.name} isFavorite={project.favorite} toggle={() => void favor(project)} />
        <NameCell name={project.name} href={projectHref(project.id)} about={project.description} />
      </span>
    ),
  },
  { title: 'Features', cell: ({ featureCount }: Project) => formatFigure(featureCount) },
  { title: 'Members', cell: ({ memberCount }: Project) => formatFigure(memberCount) },
  { title: 'Health', cell: ({ health }: Project) => `${health}%` },
  { title: 'Visibility', cell: ({ mode }: Project) => mode },
];

const favor = ({ id, favorite }: Project) =>
  attempt(() => ask(`${favorite ? 'DELETE' : 'POST'} /api/admin/projects/{projectId}/favorites`, { path: { projectId: id } }));

const idHint = (id: string) => (id ? `Used in URLs and scripts. Leave empty to use ${id}.` : 'Used in URLs and scripts.');

const { name: nameField, ...otherFields } = projectFields;

/** Asks for the details of a project and creates it. */
const askForProject = (): void =>
  openForm({
    title: 'New project',
    submitTitle: 'Create project',
    initial: { name: '', id: '', description: '', mode: 'open', defaultStickiness: 'default', pattern: '', example: '' },
    entries: ({ name }) => ({
      name: nameField,
      id: { kind: 'text', label: 'ID', hint: idHint(projectIdOf(name)) },
      ...otherFields,
      defaultStickiness: { ...projectFields.defaultStickiness, isRequired: true },
    }),
    submit: async ({ pattern, example, ...values }) => {
      const body = { ...values, id: values.id || projectIdOf(values.name), mode: values.mode as Mode };
      await ask('POST /api/admin/projects', { body });
      showToast(`Created ${body.name}.`);
      if (pattern) await setPattern(body.id, pattern, example || null);
      await askAgain();
    },
  });

/** The project already exists, so a rejected pattern is only reported. It can be corrected in the settings. */
async function setPattern(projectId: string, pattern: string, example: string | null): Promise<void> {
  const featureNaming = { pattern, example, description: null };
  const refusal = await catchRefusal(() =>
    ask('PUT /api/admin/projects/{projectId}/settings', { path: { projectId }, body: { featureNaming } }),
  );
  if (refusal) showError(`Created the project without its feature name pattern: ${refusal.message}`);
}
