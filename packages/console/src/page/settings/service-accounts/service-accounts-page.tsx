import { carryOut } from '../../../parts/attempt.ts';
import { confirm } from '../../../parts/confirm.tsx';
import { ListPanel } from '../../../parts/list-panel.tsx';
import { PageHead } from '../../../parts/page-head.tsx';
import { askForPersonalToken } from '../../../parts/personal-token.tsx';
import { deletionOfToken, tokenTimes } from '../../../parts/personal-token-table.tsx';
import { openForm } from '../../../parts/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { words } from '../../../base/words.ts';
import { choicesOf } from '../../../parts/role-choices.ts';

type Found = AnswerOf<'GET /api/admin/service-account'>;
type Account = Found['serviceAccounts'][number];

/** What acts for programs, each with its tokens. */
export function ServiceAccountsPage() {
  const accounts = useAnswer('GET /api/admin/service-account', {});
  const roles = accounts.data?.rootRoles ?? [];
  const tokens = accounts.data?.serviceAccounts.flatMap((account) => account.tokens.map((token) => ({ ...token, account }))) ?? [];
  return (
    <>
      <PageHead
        title={words.settings.chapters['service-accounts'].title}
        about={words.serviceAccounts.about}
        main={{ title: words.serviceAccounts.create, act: () => askForAccount(roles, null) }}
      />
      <ListPanel
        label={words.settings.chapters['service-accounts'].title}
        of={accounts}
        rows={({ serviceAccounts }) => serviceAccounts}
        nameOf={calledOf}
        none={words.serviceAccounts.none}
        columns={[
          {
            title: words.serviceAccounts.name,
            cell: (account) => (
              <span class="who">
                <b>{calledOf(account)}</b>
                <small>{account.username}</small>
              </span>
            ),
          },
          { title: words.users.role, cell: ({ rootRole }) => roles.find(({ id }) => id === rootRole)?.name },
          { title: words.serviceAccounts.tokens, cell: (account) => account.tokens.length },
        ]}
        actions={(account) => [
          { title: words.personalTokens.create, act: () => askForTokenOf(account) },
          { title: words.edit, act: () => askForAccount(roles, account) },
          { title: words.delete, isDestructive: true, act: () => confirmDeletion(account) },
        ]}
      />
      <ListPanel
        label={words.serviceAccounts.tokens}
        isOneOfSeveral
        of={accounts}
        rows={() => tokens}
        nameOf={({ description }) => description}
        none={words.personalTokens.none}
        columns={[
          { title: words.personalTokens.description, cell: ({ description }) => description },
          { title: words.serviceAccounts.account, cell: ({ account }) => calledOf(account) },
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
    title: account === null ? words.serviceAccounts.create : calledOf(account),
    submitTitle: account === null ? words.serviceAccounts.create : words.serviceAccounts.save,
    initial: { name: account?.name ?? '', username: '', rootRole: account ? String(account.rootRole) : viewer },
    entries: {
      name: { kind: 'text', label: words.serviceAccounts.name, isRequired: true },
      ...(account === null && {
        username: { kind: 'text', label: words.users.username, hint: words.serviceAccounts.usernameHint } as const,
      }),
      rootRole: { kind: 'choice', label: words.users.role, choices: choicesOf(roles) },
    },
    submit: ({ name, username, rootRole }) => {
      const body = { name, rootRole: Number(rootRole) };
      return carryOut(
        () =>
          account === null
            ? ask('POST /api/admin/service-account', { body: { ...body, ...(username && { username }) } })
            : ask('PUT /api/admin/service-account/{id}', { path: { id: account.id }, body }),
        words.saved(name),
      );
    },
  });

const askForTokenOf = (account: Account): void =>
  askForPersonalToken((body) => ask('POST /api/admin/service-account/{id}/token', { path: { id: account.id }, body }));

const confirmDeletion = (account: Account): void =>
  confirm({
    title: words.deleteWhat(calledOf(account)),
    about: words.serviceAccounts.deleteAbout,
    submitTitle: words.serviceAccounts.delete,
    act: () =>
      carryOut(() => ask('DELETE /api/admin/service-account/{id}', { path: { id: account.id } }), words.deleted(calledOf(account))),
  });
