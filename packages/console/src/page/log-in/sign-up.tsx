import { useLocation } from 'preact-iso/router';
import { Answer } from '../../parts/panel/panel.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { Alone } from './alone.tsx';
import { PasswordStrength } from './password-strength.tsx';

export function SignUp({ token }: { readonly token: string }) {
  const { route } = useLocation();
  const link = useAnswer('GET /invite/{token}/validate', { path: { token } });
  async function join(values: { readonly name: string; readonly email: string; readonly password: string }) {
    await ask('POST /invite/{token}/signup', { path: { token }, body: values });
    route('/login?chosen');
  }
  return (
    <Alone title="Sign up">
      <Answer of={link}>
        {() => (
          <TextForm
            submitTitle="Create account"
            takesFocus
            initial={{ name: '', email: '', password: '' }}
            entries={{
              name: { kind: 'text', label: 'Name', autocomplete: 'name', isRequired: true },
              email: { kind: 'email', label: 'Email address', autocomplete: 'email', isRequired: true },
              password: { kind: 'secret', label: 'New password', autocomplete: 'new-password', isRequired: true },
            }}
            beside={({ password }) => <PasswordStrength password={password} />}
            submit={join}
          />
        )}
      </Answer>
      <a class="inline" href="/login">
        Go to login
      </a>
    </Alone>
  );
}
