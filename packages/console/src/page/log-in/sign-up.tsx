import { useLocation } from 'preact-iso/router';
import { Answer } from '../../parts/panel/panel.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { ask } from '../../server/request.ts';
import { logInTexts } from './texts.ts';
import { Alone } from './alone.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { partsTexts } from '../../parts/texts.ts';

export function SignUp({ token }: { readonly token: string }) {
  const { route } = useLocation();
  const link = useAnswer('GET /invite/{token}/validate', { path: { token } });
  async function join(values: { readonly name: string; readonly email: string; readonly password: string }) {
    await ask('POST /invite/{token}/signup', { path: { token }, body: values });
    route('/login?chosen');
  }
  return (
    <Alone title={logInTexts.signUp.title}>
      <Answer of={link}>
        {() => (
          <TextForm
            submitTitle={logInTexts.signUp.submit}
            takesFocus
            initial={{ name: '', email: '', password: '' }}
            entries={{
              name: { kind: 'text', label: logInTexts.signUp.name, autocomplete: 'name', isRequired: true },
              email: { kind: 'email', label: logInTexts.signUp.email, autocomplete: 'email', isRequired: true },
              password: { kind: 'secret', label: partsTexts.password.chosen, autocomplete: 'new-password', isRequired: true },
            }}
            beside={({ password }) => <PasswordStrength password={password} />}
            submit={join}
          />
        )}
      </Answer>
      <a class="inline" href="/login">
        {logInTexts.password.toLogIn}
      </a>
    </Alone>
  );
}
