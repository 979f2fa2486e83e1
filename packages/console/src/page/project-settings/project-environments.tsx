import { attempt, carryOut } from '../../parts/attempt.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { Switch } from '../../parts/switch.tsx';
import { openForm } from '../../parts/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

type Environment = AnswerOf<'GET /api/admin/environments/project/{projectId}'>['environments'][number];
type Configuration = AnswerOf<'GET /api/admin/projects/{projectId}/change-requests/config'>[number];

interface ProjectEnvironmentsProps {
  readonly project: string;
  readonly refused: string | undefined;
}

/** In which environments the project's features live, which of them are protected, and by what strategy a feature begins there. */
export function ProjectEnvironments({ project, refused }: ProjectEnvironmentsProps) {
  const path = { projectId: project };
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const { data: configurations = [] } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path });
  const protectionOf = ({ name }: Environment) => configurations.find(({ environment }) => environment === name);
  return (
    <ListPanel
      label={words.project.environments}
      isOneOfSeveral
      of={environments}
      rows={(found) => found.environments}
      nameOf={({ name }) => name}
      none={words.environments.none}
      columns={[
        { title: words.environments.name, cell: ({ name }) => <b>{name}</b> },
        {
          title: words.project.isHere,
          cell: (environment) => (
            <Switch
              label={words.project.connected(environment.name)}
              isOn={environment.visible}
              refused={refused}
              press={() => void connect(project, environment)}
            />
          ),
        },
        {
          title: words.project.protection,
          cell: (environment) => {
            const protection = protectionOf(environment);
            return protection?.changeRequestEnabled
              ? words.project.approvals(protection.requiredApprovals ?? 1)
              : words.project.unprotected;
          },
        },
        { title: words.project.defaultStrategy, cell: ({ defaultStrategy }) => sayStrategy(defaultStrategy) },
      ]}
      actions={(environment) => [
        {
          title: words.project.protect,
          act: () => askForProtection(project, environment, protectionOf(environment)),
          refused: refused ?? notHere(environment),
        },
        { title: words.project.setDefault, act: () => askForDefault(project, environment), refused: refused ?? notHere(environment) },
      ]}
    />
  );
}

const notHere = ({ visible }: Environment): string | undefined => (visible ? undefined : words.project.notHere);

const sayStrategy = (strategy: Environment['defaultStrategy']): string =>
  strategy === undefined ? words.project.forAll : words.project.share(strategy.parameters?.['rollout'] ?? '100', strategy.name);

async function connect(project: string, { name, visible }: Environment): Promise<void> {
  await attempt(
    () =>
      visible
        ? ask('DELETE /api/admin/projects/{projectId}/environments/{environment}', { path: { projectId: project, environment: name } })
        : ask('POST /api/admin/projects/{projectId}/environments', { path: { projectId: project }, body: { environment: name } }),
    visible ? words.project.wasRemoved(name) : words.project.wasConnected(name),
  );
}

const askForProtection = (project: string, { name }: Environment, protection: Configuration | undefined): void =>
  openForm({
    title: words.project.protectWhat(name),
    submitTitle: words.project.saveProtection,
    initial: {
      changeRequestsEnabled: protection?.changeRequestEnabled ?? false,
      requiredApprovals: String(protection?.requiredApprovals ?? 1),
      selfApproval: protection?.selfApproval ?? false,
      reasonRequired: protection?.reasonRequired ?? false,
    },
    entries: ({ changeRequestsEnabled }) => ({
      changeRequestsEnabled: { kind: 'flag', label: words.project.requireRequests, hint: words.project.requireHint },
      ...(changeRequestsEnabled && {
        requiredApprovals: { kind: 'number', label: words.project.requiredApprovals, isRequired: true },
        selfApproval: { kind: 'flag', label: words.project.selfApproval },
        reasonRequired: { kind: 'flag', label: words.project.reasonRequired },
      }),
    }),
    submit: ({ changeRequestsEnabled, requiredApprovals, selfApproval, reasonRequired }) => {
      const details = { requiredApprovals: Number(requiredApprovals), selfApproval, reasonRequired };
      const body = { changeRequestsEnabled, ...(changeRequestsEnabled && details) };
      return carryOut(
        () =>
          ask('PUT /api/admin/projects/{projectId}/environments/{environment}/change-requests/config', {
            path: { projectId: project, environment: name },
            body,
          }),
        words.saved(name),
      );
    },
  });

const askForDefault = (project: string, { name, defaultStrategy }: Environment): void =>
  openForm({
    title: words.project.defaultIn(name),
    submitTitle: words.project.saveDefault,
    initial: {
      rollout: defaultStrategy?.parameters?.['rollout'] ?? '100',
      stickiness: defaultStrategy?.parameters?.['stickiness'] ?? 'default',
    },
    entries: {
      rollout: { kind: 'number', label: words.project.rollout, hint: words.project.rolloutHint, isRequired: true },
      stickiness: { kind: 'text', label: words.project.stickiness, isRequired: true },
    },
    submit: (values) => {
      // What else the strategy holds is edited nowhere here, and stays.
      const { parameters, constraints, segments, variants } = defaultStrategy ?? {};
      const body = {
        name: 'flexibleRollout',
        parameters: { groupId: '', ...parameters, ...values },
        ...(constraints && { constraints }),
        ...(segments && { segments }),
        ...(variants && { variants }),
      };
      return carryOut(
        () =>
          ask('POST /api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
            path: { projectId: project, environment: name },
            body,
          }),
        words.saved(name),
      );
    },
  });
