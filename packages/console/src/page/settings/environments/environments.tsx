import { attempt } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { ListPage } from '../../../parts/panel/list-panel.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack } from '../../../server/session.ts';
import { counted } from '../../../base/format.ts';

type Environment = AnswerOf<'GET /api/admin/environments'>['environments'][number];

const types = ['development', 'test', 'preproduction', 'production'] as const;

/** The environments in display order. */
export function Environments() {
  const environments = useAnswer('GET /api/admin/environments', {});
  const refused = useLack()('ADMIN');
  const rows = environments.data?.environments ?? [];
  return (
    <ListPage
      title="Environments"
      about="Places where features are turned on and off, in display order."
      main={{ title: 'New environment', act: askForEnvironment, refused }}
      of={environments}
      rows={(found) => found.environments}
      none="No environments yet"
      columns={[
        { title: 'Name', cell: ({ name }) => <b>{name}</b> },
        { title: 'Type', cell: ({ type }) => type },
        {
          title: 'Enabled',
          cell: (environment) => (
            <Switch label={environment.name} isOn={environment.enabled} refused={refused} press={() => void turn(environment)} />
          ),
        },
        { title: 'Projects', cell: ({ projectCount }) => projectCount },
        { title: 'Tokens', cell: ({ apiTokenCount }) => apiTokenCount },
        { title: 'Features on', cell: ({ enabledToggleCount }) => enabledToggleCount },
      ]}
      actions={(environment) => [
        ...(rows[0] === environment ? [] : [{ title: 'Move up', act: () => void move(rows, environment, -1), refused }]),
        ...(rows.at(-1) === environment ? [] : [{ title: 'Move down', act: () => void move(rows, environment, 1), refused }]),
        ...(environment.protected ? [] : [{ title: 'Delete', act: () => confirmDeletion(environment), refused }]),
      ]}
    />
  );
}

async function turn({ name, enabled }: Environment): Promise<void> {
  const path = { environment: name };
  await attempt(
    () =>
      enabled
        ? ask('POST /api/admin/environments/{environment}/off', { path })
        : ask('POST /api/admin/environments/{environment}/on', { path }),
    `${enabled ? 'Disabled' : 'Enabled'} ${name}.`,
  );
}

/** Renumbers all environments, with `moved` one step further. */
async function move(rows: readonly Environment[], moved: Environment, step: number): Promise<void> {
  const names = rows.map(({ name }) => name);
  const at = names.indexOf(moved.name);
  names.splice(at, 1);
  names.splice(at + step, 0, moved.name);
  const body = Object.fromEntries(names.map((name, index) => [name, index + 1]));
  await attempt(() => ask('PUT /api/admin/environments/sort-order', { body }), `Moved ${moved.name}.`);
}

const askForEnvironment = (): void =>
  openForm({
    title: 'New environment',
    initial: { name: '', type: 'development' },
    entries: {
      name: { kind: 'text', label: 'Name', hint: 'Letters, digits and . _ ~ -. You can’t change it later.', isRequired: true },
      type: { kind: 'choice', label: 'Type', choices: types },
    },
    submit: (body) => ask('POST /api/admin/environments', { body }),
    done: (body) => `Saved ${body.name}.`,
  });

const deleteAbout = (projects: number) =>
  `This deletes the feature configuration for this environment in ${counted(projects, 'project')}. Its tokens stop working.`;

const confirmDeletion = ({ name, projectCount }: Environment): void =>
  confirm({
    title: `Delete ${name}?`,
    about: deleteAbout(projectCount),
    submitTitle: 'Delete environment',
    named: name,
    act: () => ask('DELETE /api/admin/environments/{environment}', { path: { environment: name } }),
    done: `Deleted ${name}.`,
  });
