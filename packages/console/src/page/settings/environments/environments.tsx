import { attempt, carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useSession } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';

type Environment = AnswerOf<'GET /api/admin/environments'>['environments'][number];

const types = ['development', 'test', 'preproduction', 'production'] as const;

/** Where features are switched, in the order in which they are shown everywhere. */
export function Environments() {
  const environments = useAnswer('GET /api/admin/environments', {});
  const { may } = useSession();
  const refused = may('ADMIN') ? undefined : words.lacks('ADMIN');
  const rows = environments.data?.environments ?? [];
  return (
    <>
      <PageHead
        title={words.settings.chapters.environments.title}
        about={words.environments.about}
        main={{ title: words.environments.create, act: askForEnvironment, refused }}
      />
      <ListPanel
        label={words.settings.chapters.environments.title}
        of={environments}
        rows={(found) => found.environments}
        nameOf={({ name }) => name}
        none={words.environments.none}
        columns={[
          { title: words.environments.name, cell: ({ name }) => <b>{name}</b> },
          { title: words.environments.type, cell: ({ type }) => type },
          {
            title: words.environments.isOn,
            cell: (environment) => (
              <Switch label={environment.name} isOn={environment.enabled} refused={refused} press={() => void turn(environment)} />
            ),
          },
          { title: words.environments.projects, cell: ({ projectCount }) => projectCount },
          { title: words.environments.tokens, cell: ({ apiTokenCount }) => apiTokenCount },
          { title: words.environments.features, cell: ({ enabledToggleCount }) => enabledToggleCount },
        ]}
        actions={(environment) => [
          {
            title: words.environments.up,
            act: () => void move(rows, environment, -1),
            refused: refused ?? atEdge(rows[0] === environment),
          },
          {
            title: words.environments.down,
            act: () => void move(rows, environment, 1),
            refused: refused ?? atEdge(rows.at(-1) === environment),
          },
          {
            title: words.delete,
            isDestructive: true,
            act: () => confirmDeletion(environment),
            refused: refused ?? (environment.protected ? words.environments.isPredefined : undefined),
          },
        ]}
      />
    </>
  );
}

const atEdge = (isThere: boolean): string | undefined => (isThere ? words.environments.atEdge : undefined);

async function turn({ name, enabled }: Environment): Promise<void> {
  const path = { environment: name };
  await attempt(
    () =>
      enabled
        ? ask('POST /api/admin/environments/{environment}/off', { path })
        : ask('POST /api/admin/environments/{environment}/on', { path }),
    words.environments.turned(name, !enabled),
  );
}

/** Gives every environment its place anew, with this one a step further. */
async function move(rows: readonly Environment[], moved: Environment, step: number): Promise<void> {
  const names = rows.map(({ name }) => name);
  const at = names.indexOf(moved.name);
  names.splice(at, 1);
  names.splice(at + step, 0, moved.name);
  const body = Object.fromEntries(names.map((name, index) => [name, index + 1]));
  await attempt(() => ask('PUT /api/admin/environments/sort-order', { body }), words.environments.moved(moved.name));
}

const askForEnvironment = (): void =>
  openForm({
    title: words.environments.create,
    submitTitle: words.environments.create,
    initial: { name: '', type: 'development' },
    entries: {
      name: { kind: 'text', label: words.environments.name, hint: words.environments.nameHint, isRequired: true },
      type: { kind: 'choice', label: words.environments.type, choices: types.map((type) => ({ value: type, title: type })) },
    },
    submit: (body) => carryOut(() => ask('POST /api/admin/environments', { body }), words.saved(body.name)),
  });

const confirmDeletion = ({ name, projectCount }: Environment): void =>
  confirm({
    title: words.deleteWhat(name),
    about: words.environments.deleteAbout(projectCount),
    submitTitle: words.environments.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/environments/{environment}', { path: { environment: name } }), words.deleted(name)),
  });
