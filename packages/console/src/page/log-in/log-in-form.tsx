import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Skeleton } from '../../parts/panel/panel.tsx';
import { PasskeyButton } from '../../parts/account/passkey-button.tsx';
import { TextForm } from '../../parts/form/text-form.tsx';
import { showError } from '../../parts/layer/toast.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { answers, type AnswerOf, ask, isLoggedOut } from '../../server/ask.ts';
import { hasPasskeys } from '../../server/passkey.ts';
import { rememberDestination } from './destination.ts';
import type { EnrollmentProps } from './enrollment.tsx';
import type { Pending } from './pending.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as styles from './log-in.module.css';

type Ways = AnswerOf<'GET /auth/ways'>;
type Way = Ways['ways'][number];

interface LogInFormProps {
  readonly ways: Ways;
  /** Set if the first step was completed elsewhere. */
  readonly pending?: Pending | null;
  readonly done: () => void;
}

/** The configured login methods, then the second factor if there is one. Calls `done` when the session has started. */
export function LogInForm({ ways, pending = null, done }: LogInFormProps) {
  const halfWay = useSignal(pending);
  async function begin() {
    isLoggedOut.value = false;
    await answers.invalidateQueries();
    done();
  }
  const step = halfWay.value;
  if (step?.mustEnroll) return <LoadedEnrollment token={step.token} done={() => void begin()} />;
  if (step) return <SecondFactor token={step.token} done={begin} />;
  return <FirstStep ways={ways} done={begin} goOn={(next) => (halfWay.value = next)} />;
}

/** The script of the enrollment, which a user needs once. */
function LoadedEnrollment(props: EnrollmentProps) {
  const load = () => import('./enrollment.tsx').then(({ Enrollment }) => Enrollment);
  const Enrollment = useLoaded(load, true, () => showError('Couldn’t load this page'));
  return Enrollment ? <Enrollment {...props} /> : <Skeleton />;
}

interface FirstStepProps {
  readonly ways: Ways;
  readonly done: () => Promise<void>;
  readonly goOn: (pending: Pending) => void;
}

function FirstStep({ ways: { ways, resetsByMail }, done, goOn }: FirstStepProps) {
  const hasPassword = ways.some(({ kind }) => kind === 'password');
  const others = ways.filter(({ kind }) => kind !== 'password' && (kind !== 'passkey' || hasPasskeys()));
  async function logIn(values: { readonly username: string; readonly password: string }) {
    const answer = await ask('POST /auth/simple/login', { body: values });
    if ('token' in answer) goOn(answer);
    else await done();
  }
  return (
    <>
      {hasPassword && (
        <TextForm
          submitTitle="Log in"
          takesFocus
          initial={{ username: '', password: '' }}
          entries={{
            username: { kind: 'text', label: 'Username', autocomplete: 'username', isRequired: true },
            password: { kind: 'secret', label: 'Password', autocomplete: 'current-password', isRequired: true },
          }}
          submit={logIn}
        />
      )}
      {resetsByMail && (
        <a class="inline" href="/forgotten">
          Forgot your password?
        </a>
      )}
      {hasPassword && others.length > 0 && <p class={styles.orElse}>or</p>}
      {others.map((way) =>
        way.kind === 'passkey' ? <PasskeyWay key={way.href} way={way} done={done} /> : <ElsewhereWay key={way.href} way={way} />,
      )}
    </>
  );
}

/** A link to an identity provider, outside the console: the router would take a link without this target for one of its pages. */
function ElsewhereWay({ way }: { readonly way: Way }) {
  const { query, path, url } = useLocation();
  const to = query['to'] ?? (path === '/login' ? '/' : url);
  return <ButtonLink look="wide" href={way.href} target="_top" onClick={() => rememberDestination(to)} text={way.title} />;
}

const PasskeyWay = ({ way, done }: { readonly way: Way; readonly done: () => Promise<void> }) => (
  <PasskeyButton
    title={way.title}
    options={() => ask('POST /auth/passkey/login/options', {})}
    send={(response) => ask('POST /auth/passkey/login', { body: { response } })}
    done={done}
  />
);

/** Second step of the login: authenticator code, recovery code or passkey. */
function SecondFactor({ token, done }: { readonly token: string; readonly done: () => Promise<void> }) {
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
