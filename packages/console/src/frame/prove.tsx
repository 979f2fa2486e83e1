import { openLayer } from '../parts/layer/layers.tsx';
import { PasskeyButton } from '../parts/account/passkey-button.tsx';
import { Answer } from '../parts/panel/panel.tsx';
import { TextForm } from '../parts/form/text-form.tsx';
import { useAnswer, ask } from '../server/ask.ts';

/** Asks the user to reauthenticate in a dialog. Resolves to false if the user closes it. */
export const proveInDialog = (): Promise<boolean> =>
  new Promise((resolve) =>
    openLayer({
      title: 'Confirm it’s you',
      closed: () => resolve(false),
      draw: (close) => (
        <Proof
          done={() => {
            resolve(true);
            close();
          }}
        />
      ),
    }),
  );

function Proof({ done }: { readonly done: () => void }) {
  const factors = useAnswer('GET /api/admin/user/factors', {});
  return (
    <Answer of={factors}>
      {({ totp, passkeys, recoveryCodes }) => (
        <>
          <p>This is a sensitive change. We won’t ask again for 10 minutes.</p>
          {totp === null && recoveryCodes === 0 && passkeys.length === 0 ? <ByPassword done={done} /> : <ByCode done={done} />}
          {passkeys.length > 0 && (
            <PasskeyButton
              title="Use a passkey"
              options={() => ask('POST /api/admin/user/step-up/options', {})}
              send={(response) => ask('POST /api/admin/user/step-up', { body: { response } })}
              done={done}
            />
          )}
        </>
      )}
    </Answer>
  );
}

const ByPassword = ({ done }: { readonly done: () => void }) => (
  <TextForm
    submitTitle="Confirm"
    takesFocus
    initial={{ password: '' }}
    entries={{ password: { kind: 'secret', label: 'Password', autocomplete: 'current-password', isRequired: true } }}
    submit={async (body) => {
      await ask('POST /api/admin/user/step-up', { body });
      done();
    }}
  />
);

const ByCode = ({ done }: { readonly done: () => void }) => (
  <TextForm
    submitTitle="Confirm"
    takesFocus
    initial={{ code: '' }}
    entries={{ code: { kind: 'text', label: 'Authenticator or recovery code', autocomplete: 'one-time-code', isRequired: true } }}
    submit={async (body) => {
      await ask('POST /api/admin/user/step-up', { body });
      done();
    }}
  />
);
