import { openLayer } from '../parts/layer/layers.tsx';
import { PasskeyButton } from '../parts/account/passkey-button.tsx';
import { Answer } from '../parts/panel/panel.tsx';
import { TextForm } from '../parts/form/text-form.tsx';
import { useAnswer, ask } from '../server/ask.ts';
import type { Refused } from '../server/refusal.ts';

/** Lets the user overcome a refusal in a dialog: by reauthentication, or by a reason. Resolves to null if the user closes it. */
export const overcome = ({ kind, message }: Refused): Promise<{ readonly reason?: string } | null> =>
  new Promise((resolve) =>
    openLayer({
      title: kind === 'StepUpRequired' ? 'Confirm it’s you' : 'Give a reason',
      closed: () => resolve(null),
      draw: (close) => {
        const done = (more: { readonly reason?: string } = {}) => {
          resolve(more);
          close();
        };
        return kind === 'StepUpRequired' ? <Proof done={done} /> : <Reason about={message} done={done} />;
      },
    }),
  );

/** The reason for withholding a feature from applications that evaluate it locally. */
const Reason = ({ about, done }: { readonly about: string; readonly done: (given: { readonly reason: string }) => void }) => (
  <>
    <p>{about}</p>
    <TextForm
      submitTitle="Change anyway"
      takesFocus
      initial={{ reason: '' }}
      entries={{ reason: { kind: 'text', label: 'Reason', isRequired: true } }}
      submit={async (given) => done(given)}
    />
  </>
);

function Proof({ done }: { readonly done: () => void }) {
  const factors = useAnswer('GET /api/admin/user/factors', {});
  return (
    <Answer of={factors}>
      {({ totp, passkeys, recoveryCodes }) => (
        <>
          <p>This is a sensitive change. We won’t ask again for 10 minutes.</p>
          <ProofForm by={totp === null && recoveryCodes === 0 && passkeys.length === 0 ? 'password' : 'code'} done={done} />
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

const proofs = {
  password: { kind: 'secret', label: 'Password', autocomplete: 'current-password', isRequired: true },
  code: { kind: 'text', label: 'Authenticator or recovery code', autocomplete: 'one-time-code', isRequired: true },
} as const;

const ProofForm = ({ by, done }: { readonly by: keyof typeof proofs; readonly done: () => void }) => (
  <TextForm
    submitTitle="Confirm"
    takesFocus
    initial={{ [by]: '' }}
    entries={{ [by]: proofs[by] }}
    submit={async (body) => {
      await ask('POST /api/admin/user/step-up', { body });
      done();
    }}
  />
);
