import { Age, Day } from '../../../parts/mark/age.tsx';
import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useLack, useSession } from '../../../server/session.ts';
import { endOfDay } from '../../../base/time.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { apiTokensTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { usesOf } from './uses-of-token.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';
import * as badgeStyles from '../../../parts/mark/badge.module.css';

type Token = AnswerOf<'GET /api/admin/api-tokens'>['tokens'][number];
type Type = Token['type'];

export function ApiTokensPage() {
  const tokens = useAnswer('GET /api/admin/api-tokens', {});
  const { data: environments } = useAnswer('GET /api/admin/environments', {});
  const { data: projects } = useAnswer('GET /api/admin/projects', {});
  const { may } = useSession();
  const lack = useLack();
  const lacks = (verb: string, type: Type) => lack(permissionFor(verb, type));
  const creatable = (['client', 'frontend', 'admin'] as const).filter((type) => may(permissionFor('CREATE', type)));
  const lacksAll = creatable.length === 0 ? lacks('CREATE', 'client') : undefined;
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections['api-tokens'].title}
        about={apiTokensTexts.about}
        main={{
          title: apiTokensTexts.create,
          refused: lacksAll ?? (environments && projects ? undefined : partsTexts.loading),
          act: () => environments && projects && askForToken(creatable, environments.environments, projects.projects),
        }}
      />
      <ListPanel
        label={frameTexts.settings.sections['api-tokens'].title}
        of={tokens}
        rows={(found) => found.tokens}
        nameOf={({ tokenName }) => tokenName}
        none={apiTokensTexts.none}
        columns={[
          {
            title: apiTokensTexts.name,
            cell: ({ tokenName, secret }) => (
              <span class={dataTableStyles.who}>
                <b>{tokenName}</b>
                <small class={`${dataTableStyles.clip} mono`}>{secret}</small>
              </span>
            ),
          },
          { title: apiTokensTexts.type, cell: ({ type }) => apiTokensTexts.types[type].title },
          { title: apiTokensTexts.environment, cell: ({ environment }) => <span class={badgeStyles.badge}>{environment}</span> },
          {
            title: apiTokensTexts.projects,
            cell: ({ projects: of }) => of.map((each) => (each === '*' ? apiTokensTexts.allProjects : each)).join(', '),
          },
          { title: apiTokensTexts.seen, cell: ({ seenAt }) => <Age at={seenAt} /> },
          { title: apiTokensTexts.expires, cell: ({ expiresAt }) => <Day at={expiresAt} /> },
        ]}
        actions={(token) => [
          { title: apiTokensTexts.rotate, act: () => askToRotate(token), refused: lacks('UPDATE', token.type) },
          { title: partsTexts.delete, act: () => confirmDeletion(token), refused: lacks('DELETE', token.type) },
        ]}
      />
    </>
  );
}

const permissionFor = (verb: string, type: Type): string => (type === 'admin' ? 'ADMIN' : `${verb}_${type.toUpperCase()}_API_TOKEN`);

const everywhere = '*';

function askForToken(
  types: readonly Type[],
  environments: readonly { readonly name: string; readonly enabled: boolean }[],
  projects: readonly { readonly id: string; readonly name: string }[],
): void {
  openForm({
    title: apiTokensTexts.create,
    submitTitle: apiTokensTexts.create,
    initial: {
      tokenName: '',
      type: types[0] ?? '',
      environment: environments.find(({ enabled }) => enabled)?.name ?? '',
      projects: [] as readonly string[],
      expiresAt: '',
    },
    entries: ({ type }) => ({
      tokenName: { kind: 'text', label: apiTokensTexts.name, hint: apiTokensTexts.nameHint, isRequired: true },
      type: {
        kind: 'choice',
        label: apiTokensTexts.type,
        choices: types.map((value) => ({ value, title: `${apiTokensTexts.types[value].title}: ${apiTokensTexts.types[value].about}` })),
      },
      ...(type !== 'admin' && {
        environment: {
          kind: 'choice',
          label: apiTokensTexts.environment,
          choices: environments.map(({ name }) => ({ value: name, title: name })),
        },
        projects: {
          kind: 'choices',
          label: apiTokensTexts.projects,
          hint: apiTokensTexts.projectsHint,
          choices: projects.map(({ id, name }) => ({ value: id, title: name })),
        },
      }),
      expiresAt: { kind: 'date', label: apiTokensTexts.expires, hint: apiTokensTexts.expiresHint },
    }),
    submit: async ({ tokenName, type, environment, projects: chosen, expiresAt }) => {
      const scope = type === 'admin' ? {} : { environment, projects: chosen.length === 0 ? [everywhere] : chosen };
      const body = { tokenName, type, ...scope, ...(expiresAt && { expiresAt: endOfDay(expiresAt) }) };
      showToken(await ask('POST /api/admin/api-tokens', { body }));
      await askAgain();
    },
  });
}

const showToken = (token: Token): void =>
  showOnce({
    title: apiTokensTexts.made(token.tokenName),
    parts: [{ label: partsTexts.apiTokens.secret, text: token.secret }, ...usesOf(token, location.origin)],
  });

const askToRotate = ({ id, tokenName }: Token): void =>
  openForm({
    title: apiTokensTexts.rotateWhat(tokenName),
    submitTitle: apiTokensTexts.rotate,
    initial: { overlapMinutes: '60' },
    entries: { overlapMinutes: { kind: 'number', label: apiTokensTexts.overlap, hint: apiTokensTexts.overlapHint, isRequired: true } },
    submit: async ({ overlapMinutes }) => {
      const body = { overlapMinutes: Number(overlapMinutes) };
      showToken(await ask('POST /api/admin/api-tokens/{token}/rotate', { path: { token: String(id) }, body }));
      await askAgain();
    },
  });

const confirmDeletion = ({ id, tokenName }: Token): void =>
  confirm({
    title: partsTexts.deleteWhat(tokenName),
    about: apiTokensTexts.deleteAbout,
    submitTitle: apiTokensTexts.delete,
    act: () => execute(() => ask('DELETE /api/admin/api-tokens/{token}', { path: { token: String(id) } }), partsTexts.deleted(tokenName)),
  });
