import { Age } from '../../parts/age.tsx';
import { attempt, carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/data-table.tsx';
import { openLayer } from '../../parts/layers.tsx';
import { Answer } from '../../parts/panel.tsx';
import { showOnce } from '../../parts/shown-once.tsx';
import { AppSetup } from '../../parts/app-setup.tsx';
import { openForm } from '../../parts/value-form.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { hasPasskeys, makePasskey } from '../../server/passkey.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

type Found = AnswerOf<'GET /api/admin/user/factors'>;

/** By what one proves who one is besides the password. */
export function Factors() {
  const factors = useAnswer('GET /api/admin/user/factors', {});
  return (
    <section class="panel" aria-label={words.factors.title}>
      <header>
        <h2>{words.factors.title}</h2>
        <span class="end">
          <ActionButton
            of={words.factors.passkey}
            action={{ title: words.factors.add, act: askForPasskey, refused: hasPasskeys() ? undefined : words.factors.noPasskeys }}
          />
          {factors.data?.totp === null && <ActionButton of={words.factors.app} action={{ title: words.factors.addApp, act: addApp }} />}
        </span>
      </header>
      <Answer of={factors}>{(found) => <FactorTable found={found} />}</Answer>
    </section>
  );
}

function FactorTable({ found: { required, totp, passkeys, recoveryCodes } }: { readonly found: Found }) {
  const rows = [
    ...(totp ? [{ id: null, name: words.factors.app, createdAt: totp.createdAt, about: words.factors.appAbout }] : []),
    ...passkeys.map(({ passwordless, ...passkey }) => ({ ...passkey, about: passwordless ? words.factors.alone : words.factors.beside })),
  ];
  return (
    <>
      {required && <p class="body dim">{words.factors.isRequired}</p>}
      {rows.length === 0 ? (
        <p class="body dim">{words.factors.none}</p>
      ) : (
        <DataTable
          label={words.factors.title}
          rows={rows}
          nameOf={({ name }) => name}
          columns={[
            { title: words.factors.name, cell: ({ name }) => <b>{name}</b> },
            { title: words.factors.use, cell: ({ about }) => about },
            { title: words.factors.added, cell: ({ createdAt }) => <Age at={createdAt} /> },
          ]}
          actions={({ id, name }) => [{ title: words.factors.remove, isDestructive: true, act: () => confirmRemoval(id, name) }]}
        />
      )}
      {rows.length > 0 && (
        <footer>
          {words.factors.codesLeft(recoveryCodes)}
          <ActionButton of={words.factors.recoveryCodes} action={{ title: words.factors.renew, act: confirmRenewal }} />
        </footer>
      )}
    </>
  );
}

const showCodes = (codes: readonly string[]): void => {
  if (codes.length === 0) return;
  showOnce({
    title: words.factors.recoveryCodes,
    about: words.factors.keepCodes,
    parts: [{ label: words.factors.recoveryCodes, text: codes.join('\n') }],
  });
};

const addApp = (): void =>
  openLayer({
    title: words.factors.addApp,
    draw: (close) => (
      <div class="form">
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
    title: words.factors.addPasskey,
    submitTitle: words.factors.addPasskey,
    initial: { name: '', passwordless: true },
    entries: {
      name: { kind: 'text', label: words.factors.name, hint: words.factors.nameHint, isRequired: true },
      passwordless: { kind: 'flag', label: words.factors.passwordless },
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
    title: words.factors.removeWhat(name),
    about: words.factors.removeAbout,
    submitTitle: words.factors.remove,
    act: () =>
      carryOut(
        () =>
          passkeyId === null
            ? ask('DELETE /api/admin/user/factors/totp', {})
            : ask('DELETE /api/admin/user/factors/passkeys/{passkeyId}', { path: { passkeyId } }),
        words.factors.removed(name),
      ),
  });

const confirmRenewal = (): void =>
  confirm({
    title: words.factors.renewTitle,
    about: words.factors.renewAbout,
    submitTitle: words.factors.renew,
    act: () => attempt(async () => showCodes((await ask('POST /api/admin/user/factors/recovery-codes', {})).recoveryCodes)),
  });
