import { execute } from '../../../parts/layer/attempt.ts';
import { confirm } from '../../../parts/layer/confirm.tsx';
import { ListPanel } from '../../../parts/panel/list-panel.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { askForPersonalToken } from '../../../parts/account/personal-token.tsx';
import { deletionOfToken, tokenTimes } from '../../../parts/account/personal-token-table.tsx';
import { openForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import { type AnswerOf, ask } from '../../../server/request.ts';
import { calledOf } from '../../../server/session.ts';
import { frameTexts } from '../../../frame/texts.ts';
import { pageTexts } from '../../texts.ts';
import { serviceAccountsTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';
import { choicesOf } from '../../../parts/account/role-choices.ts';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';

type Found = AnswerOf<'GET /api/admin/service-account'>;
type Account = Found['serviceAccounts'][number];

export function ServiceAccountsPage() {
  const accounts = useAnswer('GET /api/admin/service-account', {});
  const roles = accounts.data?.rootRoles ?? [];
  const tokens = accounts.data?.serviceAccounts.flatMap((account) => account.tokens.map((token) => ({ ...token, account }))) ?? [];
  return (
    <>
      <PageHead
        title={frameTexts.settings.sections['service-accounts'].title}
        about={serviceAccountsTexts.about}
        main={{ title: serviceAccountsTexts.create, act: () => askForAccount(roles, null) }}
      />
      <ListPanel
        label={frameTexts.settings.sections['service-accounts'].title}
        of={accounts}
        rows={({ serviceAccounts }) => serviceAccounts}
        nameOf={calledOf}
        none={serviceAccountsTexts.none}
        columns={[
          {
            title: serviceAccountsTexts.name,
            cell: (account) => (
              <span class={dataTableStyles.who}>
                <b>{calledOf(account)}</b>
                <small>{account.username}</small>
              </span>
            ),
          },
          { title: pageTexts.users.role, cell: ({ rootRole }) => roles.find(({ id }) => id === rootRole)?.name },
          { title: serviceAccountsTexts.tokens, cell: (account) => account.tokens.length },
        ]}
        actions={(account) => [
          { title: partsTexts.personalTokens.create, act: () => askForTokenOf(account) },
          { title: pageTexts.edit, act: () => askForAccount(roles, account) },
          { title: partsTexts.delete, act: () => confirmDeletion(account) },
        ]}
      />
      <ListPanel
        label={serviceAccountsTexts.tokens}
        isOneOfSeveral
        of={accounts}
        rows={() => tokens}
        nameOf={({ description }) => description}
        none={partsTexts.personalTokens.none}
        columns={[
          { title: partsTexts.personalTokens.description, cell: ({ description }) => description },
          { title: serviceAccountsTexts.account, cell: ({ account }) => calledOf(account) },
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
    title: account === null ? serviceAccountsTexts.create : calledOf(account),
    submitTitle: account === null ? serviceAccountsTexts.create : serviceAccountsTexts.save,
    initial: { name: account?.name ?? '', username: '', rootRole: account ? String(account.rootRole) : viewer },
    entries: {
      name: { kind: 'text', label: serviceAccountsTexts.name, isRequired: true },
      ...(account === null && {
        username: { kind: 'text', label: pageTexts.users.username, hint: serviceAccountsTexts.usernameHint } as const,
      }),
      rootRole: { kind: 'choice', label: pageTexts.users.role, choices: choicesOf(roles) },
    },
    submit: ({ name, username, rootRole }) => {
      const body = { name, rootRole: Number(rootRole) };
      return execute(
        () =>
          account === null
            ? ask('POST /api/admin/service-account', { body: { ...body, ...(username && { username }) } })
            : ask('PUT /api/admin/service-account/{id}', { path: { id: account.id }, body }),
        pageTexts.saved(name),
      );
    },
  });

const askForTokenOf = (account: Account): void =>
  askForPersonalToken((body) => ask('POST /api/admin/service-account/{id}/token', { path: { id: account.id }, body }));

const confirmDeletion = (account: Account): void =>
  confirm({
    title: partsTexts.deleteWhat(calledOf(account)),
    about: serviceAccountsTexts.deleteAbout,
    submitTitle: serviceAccountsTexts.delete,
    act: () =>
      execute(() => ask('DELETE /api/admin/service-account/{id}', { path: { id: account.id } }), partsTexts.deleted(calledOf(account))),
  });
