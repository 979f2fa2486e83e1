import { Age } from '../../parts/mark/age.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { openLayer } from '../../parts/layer/layers.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { showOnce } from '../../parts/layer/shown-once.tsx';
import { AppSetup, recoveryCodesAbout } from '../../parts/account/app-setup.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import { askAgain, useAnswer, type AnswerOf, ask } from '../../server/ask.ts';
import { hasPasskeys, makePasskey } from '../../server/passkey.ts';
import { counted } from '../../base/format.ts';
import * as formStyles from '../../parts/mark/form.module.css';

type Found = AnswerOf<'GET /api/admin/user/factors'>;

/** Second factors of the user. */
export function Factors() {
  const factors = useAnswer('GET /api/admin/user/factors', {});
  return (
    <Panel
      title="Two-factor authentication"
      end={
        <>
          <ActionButton
            of="passkey"
            action={{
              title: 'Add a passkey',
              act: askForPasskey,
              refused: hasPasskeys() ? undefined : 'Passkeys require HTTPS.',
            }}
          />
          {factors.data?.totp === null && <ActionButton of="Authenticator app" action={{ title: 'Set up app', act: addApp }} />}
        </>
      }
    >
      <Answer of={factors}>{(found) => <FactorTable found={found} />}</Answer>
    </Panel>
  );
}

function FactorTable({ found: { required, totp, passkeys, recoveryCodes } }: { readonly found: Found }) {
  const rows = [
    ...(totp ? [{ id: null, name: 'Authenticator app', createdAt: totp.createdAt, about: 'A code in addition to your password' }] : []),
    ...passkeys.map(({ passwordless, ...passkey }) => ({
      ...passkey,
      about: passwordless ? 'Login without a password' : 'Second factor',
    })),
  ];
  return (
    <>
      {required && <p class="dim">Two-factor authentication is required for your account.</p>}
      <DataTable
        none={<p class="dim">You log in with a password only. A second factor protects your account if someone learns your password.</p>}
        label="Two-factor authentication"
        rows={rows}
        columns={[
          { title: 'Name', cell: ({ name }) => <b>{name}</b> },
          { title: 'Used for', cell: ({ about }) => about },
          { title: 'Added', cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
        actions={({ id, name }) => [{ title: 'Remove', act: () => confirmRemoval(id, name) }]}
      />
      {rows.length > 0 && (
        <footer>
          {counted(recoveryCodes, 'recovery code')} left.
          <ActionButton of="Recovery codes" action={{ title: 'Generate new codes', act: confirmRenewal }} />
        </footer>
      )}
    </>
  );
}

const showCodes = (codes: readonly string[]): void => {
  if (codes.length === 0) return;
  showOnce({
    title: 'Recovery codes',
    about: recoveryCodesAbout,
    parts: [{ label: 'Recovery codes', text: codes.join('\n') }],
  });
};

const addApp = (): void =>
  openLayer({
    title: 'Set up app',
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
    title: 'Add passkey',
    initial: { name: '', passwordless: true },
    entries: {
      name: { kind: 'text', label: 'Name', hint: 'A name you will recognize, such as the device it is on.', isRequired: true },
      passwordless: { kind: 'flag', label: 'Use it to log in without a password' },
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
    title: `Remove ${name}?`,
    about: 'You can no longer log in with it. Removing your last factor also deletes your recovery codes.',
    submitTitle: 'Remove',
    act: () =>
      passkeyId === null
        ? ask('DELETE /api/admin/user/factors/totp', {})
        : ask('DELETE /api/admin/user/factors/passkeys/{passkeyId}', { path: { passkeyId } }),
    done: `Removed ${name}.`,
  });

const confirmRenewal = (): void =>
  confirm({
    title: 'Generate new recovery codes?',
    about: 'Your current codes stop working.',
    submitTitle: 'Generate new codes',
    act: () => attempt(async () => showCodes((await ask('POST /api/admin/user/factors/recovery-codes', {})).recoveryCodes)),
  });
