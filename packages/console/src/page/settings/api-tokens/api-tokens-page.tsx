import { Age, Day } from '../../../parts/age.tsx';
import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { showOnce } from '../../../parts/shown-once.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { askAgain, useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { useSession } from '../../../server/session.ts';
import { endOfDay } from '../../../base/time.ts';
import { words } from '../../../base/words.ts';
import { usesOf } from './uses-of-token.ts';

type Token = AnswerOf<'GET /api/admin/api-tokens'>['tokens'][number];
type Type = Token['type'];

/** What applications ask for their features with. */
export function ApiTokensPage() {
  const tokens = useAnswer('GET /api/admin/api-tokens', {});
  const { data: environments } = useAnswer('GET /api/admin/environments', {});
  const { data: projects } = useAnswer('GET /api/admin/projects', {});
  const { may } = useSession();
  const lacks = (verb: string, type: Type) => (may(permissionFor(verb, type)) ? undefined : words.lacks(permissionFor(verb, type)));
  const creatable = (['client', 'frontend', 'admin'] as const).filter((type) => may(permissionFor('CREATE', type)));
  const lacksAll = creatable.length === 0 ? words.lacks(permissionFor('CREATE', 'client')) : undefined;
  return (
    <>
      <PageHead
        title={words.settings.chapters['api-tokens'].title}
        about={words.apiTokens.about}
        main={{
          title: words.apiTokens.create,
          refused: lacksAll ?? (environments && projects ? undefined : words.loading),
          act: () => environments && projects && askForToken(creatable, environments.environments, projects.projects),
        }}
      />
      <ListPanel
        label={words.settings.chapters['api-tokens'].title}
        of={tokens}
        rows={(found) => found.tokens}
        nameOf={({ tokenName }) => tokenName}
        none={words.apiTokens.none}
        columns={[
          {
            title: words.apiTokens.name,
            cell: ({ tokenName, secret }) => (
              <span class="who">
                <b>{tokenName}</b>
                <small class="mono clip">{secret}</small>
              </span>
            ),
          },
          { title: words.apiTokens.type, cell: ({ type }) => words.apiTokens.types[type].title },
          { title: words.apiTokens.environment, cell: ({ environment }) => <span class="plate">{environment}</span> },
          {
            title: words.apiTokens.projects,
            cell: ({ projects: of }) => of.map((each) => (each === '*' ? words.apiTokens.allProjects : each)).join(', '),
          },
          { title: words.apiTokens.seen, cell: ({ seenAt }) => <Age at={seenAt} /> },
          { title: words.apiTokens.expires, cell: ({ expiresAt }) => <Day at={expiresAt} /> },
        ]}
        actions={(token) => [
          { title: words.apiTokens.rotate, act: () => askToRotate(token), refused: lacks('UPDATE', token.type) },
          { title: words.delete, isDestructive: true, act: () => confirmDeletion(token), refused: lacks('DELETE', token.type) },
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
    title: words.apiTokens.create,
    submitTitle: words.apiTokens.create,
    initial: {
      tokenName: '',
      type: types[0] ?? '',
      environment: environments.find(({ enabled }) => enabled)?.name ?? '',
      projects: [] as readonly string[],
      expiresAt: '',
    },
    entries: ({ type }) => ({
      tokenName: { kind: 'text', label: words.apiTokens.name, hint: words.apiTokens.nameHint, isRequired: true },
      type: {
        kind: 'choice',
        label: words.apiTokens.type,
        choices: types.map((value) => ({ value, title: `${words.apiTokens.types[value].title}: ${words.apiTokens.types[value].about}` })),
      },
      ...(type !== 'admin' && {
        environment: {
          kind: 'choice',
          label: words.apiTokens.environment,
          choices: environments.map(({ name }) => ({ value: name, title: name })),
        },
        projects: {
          kind: 'choices',
          label: words.apiTokens.projects,
          hint: words.apiTokens.projectsHint,
          choices: projects.map(({ id, name }) => ({ value: id, title: name })),
        },
      }),
      expiresAt: { kind: 'date', label: words.apiTokens.expires, hint: words.apiTokens.expiresHint },
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
    title: words.apiTokens.made(token.tokenName),
    parts: [{ label: words.apiTokens.secret, text: token.secret }, ...usesOf(token, location.origin)],
  });

const askToRotate = ({ id, tokenName }: Token): void =>
  openForm({
    title: words.apiTokens.rotateWhat(tokenName),
    submitTitle: words.apiTokens.rotate,
    initial: { overlapMinutes: '60' },
    entries: { overlapMinutes: { kind: 'number', label: words.apiTokens.overlap, hint: words.apiTokens.overlapHint, isRequired: true } },
    submit: async ({ overlapMinutes }) => {
      const body = { overlapMinutes: Number(overlapMinutes) };
      showToken(await ask('POST /api/admin/api-tokens/{token}/rotate', { path: { token: String(id) }, body }));
      await askAgain();
    },
  });

const confirmDeletion = ({ id, tokenName }: Token): void =>
  confirm({
    title: words.deleteWhat(tokenName),
    about: words.apiTokens.deleteAbout,
    submitTitle: words.apiTokens.delete,
    act: () => carryOut(() => ask('DELETE /api/admin/api-tokens/{token}', { path: { token: String(id) } }), words.deleted(tokenName)),
  });
