import { useLocation } from 'preact-iso/router';
import { attempt } from '../../parts/layer/attempt.ts';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { Switch } from '../../parts/mark/switch.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../server/ask.ts';
import { protectionHref } from './protection.ts';
import { counted } from '../../base/format.ts';

type Environment = AnswerOf<'GET /api/admin/environments/project/{projectId}'>['environments'][number];

/** Environments of the project, with protection and default strategy. */
export function ProjectEnvironments({ project, refused }: { readonly project: string; readonly refused: string | undefined }) {
  const { route } = useLocation();
  const path = { projectId: project };
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const { data: configurations = [] } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path });
  const protectionOf = ({ name }: Environment) => configurations.find(({ environment }) => environment === name);
  return (
    <ListPanel
      title="Environments"
      of={environments}
      rows={(found) => found.environments.filter(({ enabled, visible }) => enabled || visible)}
      none="No environments yet"
      columns={[
        { title: 'Name', cell: ({ name }) => <b>{name}</b> },
        {
          title: 'Enabled',
          cell: (environment) => (
            <Switch
              label={`${environment.name} in this project`}
              isOn={environment.visible}
              refused={refused}
              press={() => void connect(project, environment)}
            />
          ),
        },
        {
          title: 'Changes take effect',
          cell: (environment) => {
            const protection = protectionOf(environment);
            return protection?.changeRequestEnabled ? `after ${counted(protection.requiredApprovals ?? 1, 'approval')}` : 'immediately';
          },
        },
        { title: 'Default strategy', cell: ({ defaultStrategy }) => describeStrategy(defaultStrategy) },
      ]}
      actions={(environment) =>
        environment.visible
          ? [
              {
                title: protectionOf(environment)?.changeRequestEnabled ? 'Edit protection' : 'Protect',
                act: () => route(protectionHref(project, environment.name)),
                refused,
              },
              { title: 'Edit default strategy', act: () => askForDefault(project, environment), refused },
            ]
          : []
      }
    />
  );
}

const describeStrategy = (strategy: Environment['defaultStrategy']): string =>
  strategy === undefined
    ? 'everyone'
    : strategy.name === 'flexibleRollout'
      ? `${strategy.parameters?.['rollout'] ?? '100'}%`
      : strategy.name;

async function connect(project: string, { name, visible }: Environment): Promise<void> {
  await attempt(
    () =>
      visible
        ? ask('DELETE /api/admin/projects/{projectId}/environments/{environment}', { path: { projectId: project, environment: name } })
        : ask('POST /api/admin/projects/{projectId}/environments', { path: { projectId: project }, body: { environment: name } }),
    visible ? `Removed ${name} from the project.` : `Added ${name} to the project.`,
  );
}

const askForDefault = (project: string, { name, defaultStrategy }: Environment): void =>
  openForm({
    title: `Default strategy in ${name}`,
    submitTitle: 'Save default',
    initial: {
      rollout: defaultStrategy?.parameters?.['rollout'] ?? '100',
      stickiness: defaultStrategy?.parameters?.['stickiness'] ?? 'default',
    },
    entries: {
      rollout: {
        kind: 'number',
        label: 'Rollout percentage',
        hint: 'Share of users who get a new feature when it is turned on.',
        isRequired: true,
      },
      stickiness: { kind: 'text', label: 'Default stickiness', isRequired: true },
    },
    submit: (values) => {
      // Keep the other parts of the strategy, which this form does not edit.
      const { parameters, constraints, segments, variants } = defaultStrategy ?? {};
      const body = {
        name: 'flexibleRollout',
        parameters: { groupId: '', ...parameters, ...values },
        ...(constraints && { constraints }),
        ...(segments && { segments }),
        ...(variants && { variants }),
      };
      return ask('POST /api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
        path: { projectId: project, environment: name },
        body,
      });
    },
    done: `Saved ${name}.`,
  });
