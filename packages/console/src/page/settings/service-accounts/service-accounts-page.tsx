import { deletionOf } from '../../../parts/form/confirm.tsx';
import { ListPanel, ListPage, NameCell } from '../../../parts/panel/list-panel.tsx';
import { askForPersonalToken } from '../../../parts/account/personal-token.tsx';
import { deletionOfToken, tokenTimes } from '../../../parts/account/personal-token-table.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer, type AnswerOf, ask } from '../../../server/ask.ts';
import { calledOf } from '../../../server/session.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';

type Found = AnswerOf<'GET /api/admin/service-account'>;
type Account = Found['serviceAccounts'][number];

export function ServiceAccountsPage() {
  const accounts = useAnswer('GET /api/admin/service-account', {});
  const roles = accounts.data?.rootRoles ?? [];
  const tokens = accounts.data?.serviceAccounts.flatMap((account) => account.tokens.map((token) => ({ ...token, account }))) ?? [];
  return (
    <>
      <ListPage
        title="Service accounts"
        about="Machine users for scripts and CI. Each has a role and its own tokens."
        main={{ title: 'New service account', act: () => askForAccount(roles, null) }}
        of={accounts}
        rows={({ serviceAccounts }) => serviceAccounts}
        nameOf={calledOf}
        none="No service accounts yet"
        columns={[
          { title: 'Name', cell: (account) => <NameCell name={calledOf(account)} about={account.username} /> },
          { title: 'Root role', cell: ({ rootRole }) => roles.find(({ id }) => id === rootRole)?.name },
          { title: 'Tokens', cell: (account) => account.tokens.length },
        ]}
        actions={(account) => [
          { title: 'New token', act: () => askForTokenOf(account) },
          { title: 'Edit', act: () => askForAccount(roles, account) },
          deletion(account),
        ]}
      />
      <ListPanel
        title="Tokens"
        of={accounts}
        rows={() => tokens}
        nameOf={({ description }) => description}
        none="No tokens yet"
        columns={[
          { title: 'Description', cell: ({ description }) => description },
          { title: 'Service account', cell: ({ account }) => calledOf(account) },
          ...tokenTimes,
        ]}
        actions={({ id, description, account }) => [
          deletionOfToken(description, () =>
            ask('DELETE /api/admin/service-account/{id}/token/{tokenId}', { path: { id: account.id, tokenId: id } }),
          ),
        ]}
      />
    </>
  );
}

const viewer = '3';

const askForAccount = (roles: Found['rootRoles'], account: Account | null): void =>
  openForm({
    title: account === null ? 'New service account' : calledOf(account),
    submitTitle: account === null ? 'New service account' : 'Save service account',
    initial: { name: account?.name ?? '', username: '', rootRole: account ? String(account.rootRole) : viewer },
    entries: {
      name: { kind: 'text', label: 'Name', isRequired: true },
      ...(account === null && {
        username: { kind: 'text', label: 'Username', hint: 'Leave empty to derive it from the name.' } as const,
      }),
      rootRole: { kind: 'choice', label: 'Root role', choices: choicesOf(roles) },
    },
    submit: ({ name, username, rootRole }) => {
      const body = { name, rootRole: Number(rootRole) };
      return account === null
        ? ask('POST /api/admin/service-account', { body: { ...body, ...(username && { username }) } })
        : ask('PUT /api/admin/service-account/{id}', { path: { id: account.id }, body });
    },
    done: ({ name }) => `Saved ${name}.`,
  });

const askForTokenOf = (account: Account): void =>
  askForPersonalToken((body) => ask('POST /api/admin/service-account/{id}/token', { path: { id: account.id }, body }));

const deletion = (account: Account) =>
  deletionOf({
    name: calledOf(account),
    noun: 'service account',
    about: 'This also deletes its tokens. Scripts that use them stop working.',
    remove: () => ask('DELETE /api/admin/service-account/{id}', { path: { id: account.id } }),
  });
