import { useSignal } from '@preact/signals';
import { ValueForm } from '../../parts/value-form.tsx';
import { hasPasskeys, provePasskey } from '../../server/passkey.ts';
import { Refusal } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

interface SecondFactorProps {
  readonly token: string;
  readonly done: () => Promise<void>;
}

/** A code of the app, a recovery code, or a passkey: whichever the person has. */
export function SecondFactor({ token, done }: SecondFactorProps) {
  const refused = useSignal<string | null>(null);
  async function byPasskey() {
    refused.value = null;
    try {
      const response = await provePasskey(await ask('POST /auth/second-factor/passkey/options', { body: { token } }));
      if (response === null) return;
      await ask('POST /auth/second-factor/passkey', { body: { token, response } });
      await done();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.value = error.message;
    }
  }
  return (
    <>
      <ValueForm
        submitTitle={words.logIn.submit}
        takesFocus
        initial={{ code: '' }}
        entries={{ code: { kind: 'text', label: words.logIn.code, autocomplete: 'one-time-code', isRequired: true } }}
        submit={async ({ code }) => {
          await ask('POST /auth/second-factor/code', { body: { token, code } });
          await done();
        }}
      />
      {hasPasskeys() && (
        <button type="button" class="b wide" onClick={() => void byPasskey()}>
          {words.logIn.byPasskey}
        </button>
      )}
      {refused.value && (
        <p class="note stop" role="alert">
          {refused.value}
        </p>
      )}
    </>
  );
}
