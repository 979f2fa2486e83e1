import { Age, Day } from '../../../parts/mark/age.tsx';
import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { showOnce } from '../../../parts/layer/shown-once.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { askAgain, useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { useLack, useSession } from '../../../server/session.ts';
import { endOfDay } from '../../../base/format.ts';
import { usesOf } from './uses-of-token.ts';
import * as badgeStyles from '../../../parts/mark/badge.module.css';

type Token = AnswerOf<'GET /api/admin/api-tokens'>['tokens'][number];
type Type = Token['type'];

const typeTitles = {
  client: { title: 'Server', about: 'receives all strategies and evaluates them itself' },
  frontend: { title: 'Browser or app', about: 'receives results only' },
  admin: { title: 'Admin', about: 'has full access' },
};

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
    <ListPage
      title="API tokens"
      about="Applications authenticate with these tokens. Secrets are shown only once."
      main={{
        title: 'New API token',
        refused: lacksAll ?? (environments && projects ? undefined : 'Loading'),
        act: () => environments && projects && askForToken(creatable, environments.environments, projects.projects),
      }}
      of={tokens}
      rows={(found) => found.tokens}
      nameOf={({ tokenName }) => tokenName}
      none="No tokens yet. Create one to connect an application."
      columns={[
        { title: 'Name', cell: ({ tokenName, secret }) => <NameCell name={tokenName} about={secret} hasId /> },
        { title: 'Type', cell: ({ type }) => typeTitles[type].title },
        { title: 'Environment', cell: ({ environment }) => <span class={badgeStyles.badge}>{environment}</span> },
        {
          title: 'Projects',
          cell: ({ projects: of }) => of.map((each) => (each === '*' ? 'all' : each)).join(', '),
        },
        { title: 'Last used', cell: ({ seenAt }) => <Age at={seenAt} /> },
        { title: 'Expires', cell: ({ expiresAt }) => <Day at={expiresAt} /> },
      ]}
      actions={(token) => [
        { title: 'Rotate', act: () => askToRotate(token), refused: lacks('UPDATE', token.type) },
        deletion(token, lacks('DELETE', token.type)),
      ]}
    />
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
    title: 'New API token',
    initial: {
      tokenName: '',
      type: types[0] ?? '',
      environment: environments.find(({ enabled }) => enabled)?.name ?? '',
      projects: [] as readonly string[],
      expiresAt: '',
    },
    entries: ({ type }) => ({
      tokenName: { kind: 'text', label: 'Name', hint: 'For example, the application that uses it.', isRequired: true },
      type: {
        kind: 'choice',
        label: 'Type',
        choices: types.map((value) => ({ value, title: `${typeTitles[value].title}: ${typeTitles[value].about}` })),
      },
      ...(type !== 'admin' && {
        environment: {
          kind: 'choice',
          label: 'Environment',
          choices: environments.map(({ name }) => name),
        },
        projects: {
          kind: 'choices',
          label: 'Projects',
          hint: 'Leave empty for all projects.',
          choices: projects.map(({ id, name }) => ({ value: id, title: name })),
        },
      }),
      expiresAt: { kind: 'date', label: 'Expires', hint: 'Leave empty for no expiry.' },
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
    title: `Token ${token.tokenName}`,
    parts: [{ label: 'Secret', text: token.secret }, ...usesOf(token, location.origin)],
  });

const askToRotate = ({ id, tokenName }: Token): void =>
  openForm({
    title: `Rotate ${tokenName}`,
    submitTitle: 'Rotate',
    initial: { overlapMinutes: '60' },
    entries: {
      overlapMinutes: {
        kind: 'number',
        label: 'Overlap in minutes',
        hint: 'Creates a new token with the same name and scope. Both work during the overlap, then the old one expires.',
        isRequired: true,
      },
    },
    submit: async ({ overlapMinutes }) => {
      const body = { overlapMinutes: Number(overlapMinutes) };
      showToken(await ask('POST /api/admin/api-tokens/{token}/rotate', { path: { token: String(id) }, body }));
      await askAgain();
    },
  });

const deletion = ({ id, tokenName }: Token, refused: string | undefined) =>
  deletionOf({
    name: tokenName,
    noun: 'token',
    about: 'Applications that use it lose access immediately. To replace it without downtime, rotate it instead.',
    remove: () => ask('DELETE /api/admin/api-tokens/{token}', { path: { token: String(id) } }),
    refused,
  });
