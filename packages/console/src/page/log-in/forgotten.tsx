import { useSignal } from '@preact/signals';
import { TextForm } from '../../parts/form/text-form.tsx';
import { ask } from '../../server/request.ts';
import { logInTexts } from './texts.ts';
import { Alone } from './alone.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';

/** Requests a password reset link. The response is the same whether the address exists or not. */
export function Forgotten() {
  const sentTo = useSignal<string | null>(null);
  async function send({ email }: { readonly email: string }) {
    await ask('POST /auth/reset/password-email', { body: { email } });
    sentTo.value = email;
  }
  return (
    <Alone title={logInTexts.forgotten.title}>
      {sentTo.value === null ? (
        <TextForm
          submitTitle={logInTexts.forgotten.submit}
          takesFocus
          initial={{ email: '' }}
          entries={{ email: { kind: 'email', label: logInTexts.forgotten.email, autocomplete: 'email', isRequired: true } }}
          submit={send}
        />
      ) : (
        <p class={noteStyles.note} role="status">
          {logInTexts.forgotten.sent(sentTo.value)}
        </p>
      )}
      <a class="inline" href="/login">
        {logInTexts.password.toLogIn}
      </a>
    </Alone>
  );
}
