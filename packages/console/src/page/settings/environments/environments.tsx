import { attempt, execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { Switch } from '../../../parts/mark/switch.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { environmentsTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';

type Environment = AnswerOf<'GET /api/admin/environments'>['environments'][number];

const types = ['development', 'test', 'preproduction', 'production'] as const;

/** The environments in display order. */
export function Environments() {
  const environments = useAnswer('GET /api/admin/environments', {});
  const refused = useLack()('ADMIN');
  const rows = environments.data?.environments ?? [];
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections.environments.title}
        about={environmentsTexts.about}
        main={{ title: environmentsTexts.create, act: askForEnvironment, refused }}
      />
      <ListPanel
        label={frameTexts.settings.sections.environments.title}
        of={environments}
        rows={(found) => found.environments}
        nameOf={({ name }) => name}
        none={pageTexts.environments.none}
        columns={[
          { title: pageTexts.environments.name, cell: ({ name }) => <b>{name}</b> },
          { title: environmentsTexts.type, cell: ({ type }) => type },
          {
            title: environmentsTexts.isOn,
            cell: (environment) => (
              <Switch label={environment.name} isOn={environment.enabled} refused={refused} press={() => void turn(environment)} />
            ),
          },
          { title: environmentsTexts.projects, cell: ({ projectCount }) => projectCount },
          { title: environmentsTexts.tokens, cell: ({ apiTokenCount }) => apiTokenCount },
          { title: environmentsTexts.features, cell: ({ enabledToggleCount }) => enabledToggleCount },
        ]}
        actions={(environment) => [
          {
            title: environmentsTexts.up,
            act: () => void move(rows, environment, -1),
            refused: refused ?? atEdge(rows[0] === environment),
          },
          {
            title: environmentsTexts.down,
            act: () => void move(rows, environment, 1),
            refused: refused ?? atEdge(rows.at(-1) === environment),
          },
          {
            title: partsTexts.delete,
            act: () => confirmDeletion(environment),
            refused: refused ?? (environment.protected ? environmentsTexts.isPredefined : undefined),
          },
        ]}
      />
    </>
  );
}

const atEdge = (isThere: boolean): string | undefined => (isThere ? environmentsTexts.atEdge : undefined);

async function turn({ name, enabled }: Environment): Promise<void> {
  const path = { environment: name };
  await attempt(
    () =>
      enabled
        ? ask('POST /api/admin/environments/{environment}/off', { path })
        : ask('POST /api/admin/environments/{environment}/on', { path }),
    environmentsTexts.turned(name, !enabled),
  );
}

/** Renumbers all environments, with `moved` one step further. */
async function move(rows: readonly Environment[], moved: Environment, step: number): Promise<void> {
  const names = rows.map(({ name }) => name);
  const at = names.indexOf(moved.name);
  names.splice(at, 1);
  names.splice(at + step, 0, moved.name);
  const body = Object.fromEntries(names.map((name, index) => [name, index + 1]));
  await attempt(() => ask('PUT /api/admin/environments/sort-order', { body }), environmentsTexts.moved(moved.name));
}

const askForEnvironment = (): void =>
  openForm({
    title: environmentsTexts.create,
    submitTitle: environmentsTexts.create,
    initial: { name: '', type: 'development' },
    entries: {
      name: { kind: 'text', label: pageTexts.environments.name, hint: environmentsTexts.nameHint, isRequired: true },
      type: { kind: 'choice', label: environmentsTexts.type, choices: types.map((type) => ({ value: type, title: type })) },
    },
    submit: (body) => execute(() => ask('POST /api/admin/environments', { body }), pageTexts.saved(body.name)),
  });

const confirmDeletion = ({ name, projectCount }: Environment): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: environmentsTexts.deleteAbout(projectCount),
    submitTitle: environmentsTexts.delete,
    act: () =>
      execute(() => ask('DELETE /api/admin/environments/{environment}', { path: { environment: name } }), partsTexts.deleted(name)),
  });
