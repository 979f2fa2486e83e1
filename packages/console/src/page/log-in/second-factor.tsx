import { PasskeyButton } from '../../parts/account/passkey-button.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { ask } from '../../server/request.ts';
import { frameTexts } from '../../frame/texts.ts';
import { logInTexts } from './texts.ts';

interface SecondFactorProps {
  readonly token: string;
  readonly done: () => Promise<void>;
}

/** Second step of the login: authenticator code, recovery code or passkey. */
export function SecondFactor({ token, done }: SecondFactorProps) {
  return (
    <>
      <TextForm
        submitTitle={logInTexts.logIn.submit}
        takesFocus
        initial={{ code: '' }}
        entries={{ code: { kind: 'text', label: frameTexts.logIn.code, autocomplete: 'one-time-code', isRequired: true } }}
        submit={async ({ code }) => {
          await ask('POST /auth/second-factor/code', { body: { token, code } });
          await done();
        }}
      />
      <PasskeyButton
        title={frameTexts.logIn.byPasskey}
        options={() => ask('POST /auth/second-factor/passkey/options', { body: { token } })}
        send={(response) => ask('POST /auth/second-factor/passkey', { body: { token, response } })}
        done={done}
      />
    </>
  );
}
