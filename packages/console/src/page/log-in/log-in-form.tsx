import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { answers } from '../../server/answer.ts';
import { Refusal } from '../../server/refusal.ts';
import { type AnswerOf, ask, isLoggedOut } from '../../server/request.ts';
import { words } from '../../base/words.ts';

type FirstAnswer = AnswerOf<'POST /auth/simple/login'>;

/** User name and password, then a second factor where there is one. Calls `done` when the session has begun. */
export function LogInForm({ done }: { readonly done: () => void }) {
  const token = useSignal<string | null>(null);
  const refused = useSignal<string | null>(null);
  async function attempt(step: () => Promise<void>) {
    refused.value = null;
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.value = error.message;
    }
  }
  async function begin() {
    isLoggedOut.value = false;
    await answers.invalidateQueries();
    done();
  }
  const logIn = (username: string, password: string) =>
    attempt(async () => {
      const answer = await ask('POST /auth/simple/login', { body: { username, password } });
      if (isHalfWay(answer)) token.value = answer.token;
      else await begin();
    });
  const prove = (code: string) =>
    attempt(async () => {
      await ask('POST /auth/second-factor/code', { body: { token: token.value ?? '', code } });
      await begin();
    });
  return token.value === null ? (
    <PasswordStep submit={logIn} refused={refused.value} />
  ) : (
    <CodeStep submit={prove} refused={refused.value} />
  );
}

const isHalfWay = (answer: FirstAnswer): answer is Extract<FirstAnswer, { readonly token: string }> => 'token' in answer;

interface StepProps<Values extends readonly string[]> {
  readonly submit: (...values: Values) => Promise<void>;
  readonly refused: string | null;
}

function PasswordStep({ submit, refused }: StepProps<[username: string, password: string]>) {
  const username = useSignal('');
  const password = useSignal('');
  return (
    <Form title={words.logIn.submit} refused={refused} submit={() => submit(username.value, password.value)}>
      <Field
        label={words.logIn.username}
        value={username.value}
        change={(value) => (username.value = value)}
        autocomplete="username"
        isFirst
        isRequired
      />
      <Field
        label={words.logIn.password}
        value={password.value}
        change={(value) => (password.value = value)}
        isSecret
        autocomplete="current-password"
        isRequired
      />
    </Form>
  );
}

function CodeStep({ submit, refused }: StepProps<[code: string]>) {
  const code = useSignal('');
  return (
    <Form title={words.logIn.submit} refused={refused} submit={() => submit(code.value)}>
      <Field
        label={words.logIn.code}
        value={code.value}
        change={(value) => (code.value = value)}
        autocomplete="one-time-code"
        isFirst
        isRequired
      />
    </Form>
  );
}
