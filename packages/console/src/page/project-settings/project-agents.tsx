import { Select } from '../../parts/form/select.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { useAnswer, type AnswerOf, ask } from '../../server/ask.ts';

type Environment = AnswerOf<'GET /api/admin/projects/{projectId}/agents'>['environments'][number];
type Mode = Environment['mode'];

const modes: Readonly<Record<Mode, string>> = { none: 'Nothing', read: 'Read', propose: 'Propose', write: 'Write' };

/** The limit of agents in each environment. By default, the type of the environment decides. */
export function ProjectAgents({ project, refused }: { readonly project: string; readonly refused: string | undefined }) {
  const agents = useAnswer('GET /api/admin/projects/{projectId}/agents', { path: { projectId: project } });
  return (
    <ListPanel
      title="Agents"
      of={agents}
      rows={({ environments }) => environments}
      nameOf={({ environment }) => environment}
      none="No environments yet"
      columns={[
        { title: 'Environment', cell: ({ environment }) => <b>{environment}</b> },
        { title: 'Type', cell: ({ type }) => type },
        {
          title: 'Agents may',
          cell: (row) =>
            refused === undefined ? (
              <Select
                label={`Agents in ${row.environment} may`}
                value={row.isDefault ? '' : row.mode}
                choices={[
                  { value: '', title: row.isDefault ? titleOf(row) : 'Default' },
                  ...Object.entries(modes).map(([value, title]) => ({ value, title })),
                ]}
                change={(mode) => void save(project, row.environment, mode === '' ? null : (mode as Mode))}
              />
            ) : (
              titleOf(row)
            ),
        },
      ]}
    />
  );
}

const titleOf = ({ mode, isDefault }: Environment): string => `${modes[mode]}${isDefault ? ' (default)' : ''}`;

const save = (project: string, environment: string, mode: Mode | null): Promise<void> =>
  attempt(
    () =>
      ask('PUT /api/admin/projects/{projectId}/agents', { path: { projectId: project }, body: { environments: [{ environment, mode }] } }),
    `Saved ${environment}.`,
  );
