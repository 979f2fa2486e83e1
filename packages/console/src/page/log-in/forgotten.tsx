import { useSignal } from '@preact/signals';
import { TextForm } from '../../parts/form/text-form.tsx';
import { ask } from '../../server/ask.ts';
import { Alone } from './alone.tsx';
import { StatusNote } from '../../parts/mark/note.tsx';

/** Requests a password reset link. The response is the same whether the address exists or not. */
export function Forgotten() {
  const sentTo = useSignal<string | null>(null);
  async function send({ email }: { readonly email: string }) {
    await ask('POST /auth/reset/password-email', { body: { email } });
    sentTo.value = email;
  }
  return (
    <Alone title="Forgot your password?">
      {sentTo.value === null ? (
        <TextForm
          submitTitle="Send reset link"
          takesFocus
          initial={{ email: '' }}
          entries={{ email: { kind: 'email', label: 'Email address of your account', autocomplete: 'email', isRequired: true } }}
          submit={send}
        />
      ) : (
        <StatusNote>If there is an account for {sentTo.value}, we’ve sent a link. It is valid for one day.</StatusNote>
      )}
      <a class="inline" href="/login">
        Go to login
      </a>
    </Alone>
  );
}
