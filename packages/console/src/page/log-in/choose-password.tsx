import { useLocation } from 'preact-iso/router';
import { Answer } from '../../parts/panel/panel.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { Alone } from './alone.tsx';
import { PasswordStrength } from './password-strength.tsx';

/** The target of an invitation. */
export const NewUser = () => <ChoosePassword title="Welcome! Choose a password" />;

/** The target of a password reset mail. */
export const ResetPassword = () => <ChoosePassword title="Choose a new password" />;

/** Sets a password for the holder of the link. */
function ChoosePassword({ title }: { readonly title: string }) {
  const { query, route } = useLocation();
  const token = query['token'] ?? '';
  const link = useAnswer('GET /auth/reset/validate', { query: { token } });
  async function choose({ password }: { readonly password: string }) {
    await ask('POST /auth/reset/password', { body: { token, password } });
    route('/login?chosen');
  }
  return (
    <Alone title={title}>
      <Answer of={link}>
        {({ name, email }) => (
          <>
            <p>For {name ?? email ?? ''}.</p>
            <TextForm
              submitTitle="Set password"
              takesFocus
              initial={{ password: '' }}
              entries={{ password: { kind: 'secret', label: 'New password', autocomplete: 'new-password', isRequired: true } }}
              beside={({ password }) => <PasswordStrength password={password} />}
              submit={choose}
            />
          </>
        )}
      </Answer>
      <a class="inline" href="/login">
        Go to login
      </a>
    </Alone>
  );
}
