import { browserHeader, DateTime, Failure } from '@signalbox/contracts';
import { type Context, type OpenContext, route, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findOwnUser, findSessionUser } from '../account/own-user/own-user.ts';
import type { CipherState } from '../base/cipher.ts';
import { factorsOf } from '../credential/factor/factors-of-user.ts';
import { AssertionResponse, RequestOptions } from '../credential/factor/passkey.schema.ts';
import { assertionOptions, noteUse, verifyAssertion } from '../credential/factor/passkey-ceremony.ts';
import { useCode } from '../credential/factor/use-code.ts';
import { knownBrowserOf } from '../credential/log-in/known-browser.ts';
import type { LogInState } from '../credential/log-in/log-in-guard.ts';
import { isPassword } from '../credential/password/password.ts';
import { PasswordText } from '../credential/password/password.schema.ts';
import { noteProof } from '../credential/session/session.ts';
import { lockUser, nameOf, type User } from '../user/user.ts';

const path = '/api/admin/user/step-up';

const StepUp = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Code from an authenticator app, or a recovery code.' })),
  response: Type.Optional(AssertionResponse),
  password: Type.Optional(PasswordText),
});
type StepUp = Static<typeof StepUp>;

export const stepUpOptionsRoute = route(
  {
    method: 'post',
    path: `${path}/options`,
    summary: 'Get passkey request options for step-up authentication',
    permission: 'authenticated',
    answers: { 200: RequestOptions },
    failures: ['AuthenticationRequired', 'NoAccessError'],
    events: { none: 'because the proof concerns only the caller’s session' },
    transaction: { none: 'because a repeated request must get a new challenge' },
    maintenance: 'through',
  },
  async (_input, context) => {
    const { id } = await findOwnUser(context);
    return context.write((work) => assertionOptions(work, 'step-up', id));
  },
);

export const stepUpRoute = routeWith<LogInState & CipherState>()(
  {
    method: 'post',
    path,
    summary: 'Confirm the identity of the session’s user, for sensitive actions during the next ten minutes',
    permission: 'authenticated',
    body: StepUp,
    answers: { 200: Type.Object({ provedUntil: DateTime }) },
    failures: ['AuthenticationRequired', 'BadDataError', 'NoAccessError', 'RateLimitError'],
    events: { none: 'because the proof concerns only the caller’s session' },
    transaction: { none: 'because a wrong code is counted and then refused' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const { user, session } = await findSessionUser(context);
    const hasFactor = (await factorsOf(context.em, user.id)).length > 0;
    const proof = await proofIn(context, user, body, hasFactor);
    return { provedUntil: (await stepUp(context, user, session, proof, hasFactor)).toISOString() };
  },
);

/** Both functions return false for an invalid proof. */
interface Proof {
  /** Runs first, without a transaction, because a password check is slow on purpose. */
  readonly check?: () => Promise<boolean>;
  /** Runs with the row of the user locked. */
  readonly use: (work: Context, locked: User) => Promise<boolean>;
}

/** Throws 400 without a suitable proof: a password is only accepted from users without a second factor. */
async function proofIn(context: OpenContext<CipherState>, user: User, body: StepUp, hasFactor: boolean): Promise<Proof> {
  const { code, response, password } = body;
  if (hasFactor && code !== undefined) return { use: (work) => useCode(work, context.state.cipher, user.id, code) };
  if (hasFactor && response) {
    const assertion = await verifyAssertion(context, response, 'step-up', user.id);
    return { use: async (work) => assertion !== null && noteUse(work, assertion) };
  }
  if (hasFactor || password === undefined) {
    const needed = hasFactor
      ? 'code or response is required, because you have a second factor'
      : 'password is required, because you have no second factor';
    throw new Failure('BadDataError', `${needed}.`, { path: hasFactor ? 'code' : 'password' });
  }
  const passwordHash = user.passwordHash ?? null;
  // The password may change during the check.
  return {
    check: () => isPassword(password, passwordHash, context.request),
    use: async (_work, locked) => locked.passwordHash === passwordHash,
  };
}

/** Guesses made through someone else's session are delayed like logins. */
async function stepUp(context: OpenContext<LogInState>, user: User, session: string, proof: Proof, hasFactor: boolean): Promise<Date> {
  const { clientAddress: address, headers } = context.request;
  const browser = await knownBrowserOf(context.em, headers[browserHeader], user.id, context.now());
  const attempt = { login: nameOf(user), user, address, browser, isSecondStep: hasFactor };
  return context.state.guard(attempt, async () => {
    const isPlausible = proof.check === undefined || (await proof.check());
    const note = async (work: Context) =>
      (await proof.use(work, await lockUser(work.em, user.id))) ? noteProof(work, user.id, session, hasFactor) : null;
    const until = isPlausible && (await context.write(note));
    if (!until) throw new Failure('AuthenticationRequired', 'The confirmation is not valid. Try again with another code or passkey.');
    return until;
  });
}
