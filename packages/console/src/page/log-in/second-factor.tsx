import { PasskeyButton } from '../../parts/account/passkey-button.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { ask } from '../../server/request.ts';

/** Second step of the login: authenticator code, recovery code or passkey. */
export function SecondFactor({ token, done }: { readonly token: string; readonly done: () => Promise<void> }) {
  return (
    <>
      <TextForm
        submitTitle="Log in"
        takesFocus
        initial={{ code: '' }}
        entries={{ code: { kind: 'text', label: 'Authenticator or recovery code', autocomplete: 'one-time-code', isRequired: true } }}
        submit={async ({ code }) => {
          await ask('POST /auth/second-factor/code', { body: { token, code } });
          await done();
        }}
      />
      <PasskeyButton
        title="Use a passkey"
        options={() => ask('POST /auth/second-factor/passkey/options', { body: { token } })}
        send={(response) => ask('POST /auth/second-factor/passkey', { body: { token, response } })}
        done={done}
      />
    </>
  );
}
