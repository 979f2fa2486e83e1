import { useSignal } from '@preact/signals';
import { ValueForm } from '../../parts/value-form.tsx';
import { ask } from '../../server/request.ts';
import { logInTexts } from './texts.ts';
import { Alone } from './alone.tsx';
import * as noteStyles from '../../parts/note.module.css';

/** Has a link sent by which another password is chosen. What is said is the same whether somebody has the address or not. */
export function Forgotten() {
  const sentTo = useSignal<string | null>(null);
  async function send({ email }: { readonly email: string }) {
    await ask('POST /auth/reset/password-email', { body: { email } });
    sentTo.value = email;
  }
  return (
    <Alone title={logInTexts.forgotten.title}>
      {sentTo.value === null ? (
        <ValueForm
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
