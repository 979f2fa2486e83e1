import { useLocation } from 'preact-iso/router';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { Switch } from '../../parts/mark/switch.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { protectionHref } from './protection.ts';
import { projectSettingsTexts } from './texts.ts';

type Environment = AnswerOf<'GET /api/admin/environments/project/{projectId}'>['environments'][number];

interface ProjectEnvironmentsProps {
  readonly project: string;
  readonly refused: string | undefined;
}

/** Environments of the project, with protection and default strategy. */
export function ProjectEnvironments({ project, refused }: ProjectEnvironmentsProps) {
  const { route } = useLocation();
  const path = { projectId: project };
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const { data: configurations = [] } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path });
  const protectionOf = ({ name }: Environment) => configurations.find(({ environment }) => environment === name);
  return (
    <ListPanel
      label={projectSettingsTexts.project.environments}
      isOneOfSeveral
      of={environments}
      rows={(found) => found.environments}
      nameOf={({ name }) => name}
      none={pageTexts.environments.none}
      columns={[
        { title: pageTexts.environments.name, cell: ({ name }) => <b>{name}</b> },
        {
          title: projectSettingsTexts.project.isHere,
          cell: (environment) => (
            <Switch
              label={projectSettingsTexts.project.connected(environment.name)}
              isOn={environment.visible}
              refused={refused}
              press={() => void connect(project, environment)}
            />
          ),
        },
        {
          title: projectSettingsTexts.project.protection,
          cell: (environment) => {
            const protection = protectionOf(environment);
            return protection?.changeRequestEnabled
              ? projectSettingsTexts.project.approvals(protection.requiredApprovals ?? 1)
              : projectSettingsTexts.project.unprotected;
          },
        },
        { title: projectSettingsTexts.project.defaultStrategy, cell: ({ defaultStrategy }) => describeStrategy(defaultStrategy) },
      ]}
      actions={(environment) => [
        {
          title: projectSettingsTexts.project.protect,
          act: () => route(protectionHref(project, environment.name)),
          refused: refused ?? notHere(environment),
        },
        {
          title: projectSettingsTexts.project.setDefault,
          act: () => askForDefault(project, environment),
          refused: refused ?? notHere(environment),
        },
      ]}
    />
  );
}

const notHere = ({ visible }: Environment): string | undefined => (visible ? undefined : projectSettingsTexts.project.notHere);

const describeStrategy = (strategy: Environment['defaultStrategy']): string =>
  strategy === undefined
    ? projectSettingsTexts.project.forAll
    : projectSettingsTexts.project.share(strategy.parameters?.['rollout'] ?? '100', strategy.name);

async function connect(project: string, { name, visible }: Environment): Promise<void> {
  await attempt(
    () =>
      visible
        ? ask('DELETE /api/admin/projects/{projectId}/environments/{environment}', { path: { projectId: project, environment: name } })
        : ask('POST /api/admin/projects/{projectId}/environments', { path: { projectId: project }, body: { environment: name } }),
    visible ? projectSettingsTexts.project.wasRemoved(name) : projectSettingsTexts.project.wasConnected(name),
  );
}

const askForDefault = (project: string, { name, defaultStrategy }: Environment): void =>
  openForm({
    title: projectSettingsTexts.project.defaultIn(name),
    submitTitle: projectSettingsTexts.project.saveDefault,
    initial: {
      rollout: defaultStrategy?.parameters?.['rollout'] ?? '100',
      stickiness: defaultStrategy?.parameters?.['stickiness'] ?? 'default',
    },
    entries: {
      rollout: {
        kind: 'number',
        label: projectSettingsTexts.project.rollout,
        hint: projectSettingsTexts.project.rolloutHint,
        isRequired: true,
      },
      stickiness: { kind: 'text', label: pageTexts.project.stickiness, isRequired: true },
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
      return execute(
        () =>
          ask('POST /api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
            path: { projectId: project, environment: name },
            body,
          }),
        pageTexts.saved(name),
      );
    },
  });
