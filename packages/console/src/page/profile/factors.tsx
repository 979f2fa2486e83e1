import { Age } from '../../parts/mark/age.tsx';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { openLayer } from '../../parts/layer/layers.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { showOnce } from '../../parts/layer/shown-once.tsx';
import { AppSetup } from '../../parts/account/app-setup.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { hasPasskeys, makePasskey } from '../../server/passkey.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { pageTexts } from '../texts.ts';
import { profileTexts } from './texts.ts';
import * as formStyles from '../../parts/mark/form.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Found = AnswerOf<'GET /api/admin/user/factors'>;

/** Second factors of the user. */
export function Factors() {
  const factors = useAnswer('GET /api/admin/user/factors', {});
  return (
    <section class={panelStyles.panel} aria-label={profileTexts.factors.title}>
      <header>
        <h2>{profileTexts.factors.title}</h2>
        <span class={panelStyles.end}>
          <ActionButton
            of={profileTexts.factors.passkey}
            action={{
              title: profileTexts.factors.add,
              act: askForPasskey,
              refused: hasPasskeys() ? undefined : profileTexts.factors.noPasskeys,
            }}
          />
          {factors.data?.totp === null && (
            <ActionButton of={profileTexts.factors.app} action={{ title: profileTexts.factors.addApp, act: addApp }} />
          )}
        </span>
      </header>
      <Answer of={factors}>{(found) => <FactorTable found={found} />}</Answer>
    </section>
  );
}

function FactorTable({ found: { required, totp, passkeys, recoveryCodes } }: { readonly found: Found }) {
  const rows = [
    ...(totp ? [{ id: null, name: profileTexts.factors.app, createdAt: totp.createdAt, about: profileTexts.factors.appAbout }] : []),
    ...passkeys.map(({ passwordless, ...passkey }) => ({
      ...passkey,
      about: passwordless ? profileTexts.factors.alone : profileTexts.factors.beside,
    })),
  ];
  return (
    <>
      {required && <p class={`${panelStyles.body} dim`}>{profileTexts.factors.isRequired}</p>}
      {rows.length === 0 ? (
        <p class={`${panelStyles.body} dim`}>{profileTexts.factors.none}</p>
      ) : (
        <DataTable
          label={profileTexts.factors.title}
          rows={rows}
          nameOf={({ name }) => name}
          columns={[
            { title: profileTexts.factors.name, cell: ({ name }) => <b>{name}</b> },
            { title: profileTexts.factors.use, cell: ({ about }) => about },
            { title: profileTexts.factors.added, cell: ({ createdAt }) => <Age at={createdAt} /> },
          ]}
          actions={({ id, name }) => [{ title: profileTexts.factors.remove, act: () => confirmRemoval(id, name) }]}
        />
      )}
      {rows.length > 0 && (
        <footer>
          {profileTexts.factors.codesLeft(recoveryCodes)}
          <ActionButton of={pageTexts.factors.recoveryCodes} action={{ title: profileTexts.factors.renew, act: confirmRenewal }} />
        </footer>
      )}
    </>
  );
}

const showCodes = (codes: readonly string[]): void => {
  if (codes.length === 0) return;
  showOnce({
    title: pageTexts.factors.recoveryCodes,
    about: pageTexts.factors.keepCodes,
    parts: [{ label: pageTexts.factors.recoveryCodes, text: codes.join('\n') }],
  });
};

const addApp = (): void =>
  openLayer({
    title: profileTexts.factors.addApp,
    draw: (close) => (
      <div class={formStyles.form}>
        <AppSetup
          begin={() => ask('POST /api/admin/user/factors/totp', {})}
          confirm={async (code) => {
            const { recoveryCodes } = await ask('POST /api/admin/user/factors/totp/confirmation', { body: { code } });
            close();
            showCodes(recoveryCodes);
            await askAgain();
          }}
        />
      </div>
    ),
  });

const askForPasskey = (): void =>
  openForm({
    title: profileTexts.factors.addPasskey,
    submitTitle: profileTexts.factors.addPasskey,
    initial: { name: '', passwordless: true },
    entries: {
      name: { kind: 'text', label: profileTexts.factors.name, hint: profileTexts.factors.nameHint, isRequired: true },
      passwordless: { kind: 'flag', label: profileTexts.factors.passwordless },
    },
    submit: async ({ name, passwordless }) => {
      const response = await makePasskey(await ask('POST /api/admin/user/factors/passkeys/options', { body: { passwordless } }));
      if (response === null) return;
      const { recoveryCodes } = await ask('POST /api/admin/user/factors/passkeys', { body: { name, response } });
      showCodes(recoveryCodes);
      await askAgain();
    },
  });

const confirmRemoval = (passkeyId: string | null, name: string): void =>
  confirm({
    title: profileTexts.factors.removeWhat(name),
    about: profileTexts.factors.removeAbout,
    submitTitle: profileTexts.factors.remove,
    act: () =>
      execute(
        () =>
          passkeyId === null
            ? ask('DELETE /api/admin/user/factors/totp', {})
            : ask('DELETE /api/admin/user/factors/passkeys/{passkeyId}', { path: { passkeyId } }),
        profileTexts.factors.removed(name),
      ),
  });

const confirmRenewal = (): void =>
  confirm({
    title: profileTexts.factors.renewTitle,
    about: profileTexts.factors.renewAbout,
    submitTitle: profileTexts.factors.renew,
    act: () => attempt(async () => showCodes((await ask('POST /api/admin/user/factors/recovery-codes', {})).recoveryCodes)),
  });
