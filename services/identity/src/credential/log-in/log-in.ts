import { DateTime, Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { readPrincipal } from '../../access/grant/group.ts';
import { tablesOf } from '../../tables/tables.ts';
import { findByLogin, User, usersOnly } from '../../user/user.ts';
import { UserShape } from '../../user/user.schema.ts';
import { isFactorRequired } from '../factor/factor-policy.ts';
import { factorsOf } from '../factor/factors-of-user.ts';
import { findImportedHash, isImported } from '../password/imported-password.ts';
import { hashPassword, isPassword } from '../password/password.ts';
import { beginLogIn } from '../session/pending-log-in.ts';
import { enter, type Entered, enteredHeaders, entranceOf, type Entrance, lockForLogIn, replyEntered } from './enter.ts';
import type { LogInState } from './log-in-guard.ts';
import { noteLogIn } from './log-in-history.ts';
import { refuseDisabledPasswords } from './password-log-in.ts';
import { countUnknownUser } from './unknown-user.ts';

/**
 * The response after a right password. The token accompanies a proof of one of `factors`, or the enrolment of a first factor if
 * `mustEnroll`.
 */
const SecondStep = Type.Object({
  token: Type.String(),
  expiresAt: DateTime,
  factors: Type.Array(Type.Enum(['totp', 'passkey', 'recovery-code'])),
  mustEnroll: Type.Boolean(),
});
type SecondStep = Static<typeof SecondStep>;

export const logInRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path: '/auth/simple/login',
    summary: 'Log in with a username and a password; returns 202 if a second factor is required',
    permission: 'public',
    body: Type.Object({ username: Type.String({ minLength: 1 }), password: Type.String({ minLength: 1 }) }),
    holdsSecret: true,
    answers: { 200: UserShape, 202: SecondStep },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired', 'DisabledError', 'RateLimitError'],
    events: { none: 'because a login changes nothing that other services depend on' },
    transaction: { none: 'because password checks are slow on purpose' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const answer = await logIn(context, body.username, body.password);
    if (!isSecondStep(answer)) return replyEntered(answer, context.settings);
    return new Reply(answer, { status: 202, headers: { 'cache-control': 'no-store' } });
  },
);

/**
 * Opens a session or starts the second step. Unknown names, accounts without a password and wrong passwords take the same work and get the
 * same message, so that the response does not reveal which names exist.
 */
async function logIn(context: OpenContext<LogInState>, login: string, password: string): Promise<Entered | SecondStep> {
  await refuseDisabledPasswords(context);
  const user = await findByLogin(context.em, login);
  const entrance = await entranceOf(context, user?.id ?? null);
  const { address } = entrance.origin;
  const attempt = { login, user, address, browser: entrance.knownBrowser };
  return context.state.guard(attempt, () => tryPassword(context, user, password, entrance), isSecondStep);
}

async function tryPassword(context: OpenContext, user: User | null, password: string, entrance: Entrance): Promise<Entered | SecondStep> {
  const isRight = await isPassword(password, user?.passwordHash ?? null, context.request);
  if (!isRight) await evenOut(context, user, password);
  const ownHash = isRight && isImported(user?.passwordHash) ? await hashPassword(password, context.request) : null;
  const done = await context.write(async (work) => {
    const entered = user && isRight ? await proceed(work, user, entrance, ownHash) : null;
    if (!entered) await countRefusal(work, user, entrance.origin.address);
    return entered;
  });
  if (done === replaced) return tryPassword(context, user && (await readUser(context.em, user.id)), password, entrance);
  if (!done) throw new Failure('AuthenticationRequired', 'Wrong username or password. Try again.');
  return done;
}

/**
 * While some users have an imported password, a refusal also takes the work of the other kind of hash. Otherwise its duration would reveal
 * names with an imported password.
 */
async function evenOut({ em, request }: OpenContext, user: User | null, password: string): Promise<void> {
  const imported = await findImportedHash(em);
  if (imported !== null) await isPassword(password, isImported(user?.passwordHash) ? null : imported, request);
}

const isSecondStep = (answer: Entered | SecondStep): answer is SecondStep => 'mustEnroll' in answer;

/** The result of a login whose imported hash a concurrent login has replaced. The password is then checked against the new hash. */
const replaced = Symbol('replaced');

const readUser = (em: EntityManager, id: number): Promise<User | null> => em.findOne(User, { id, ...usersOnly }, { refresh: true });

/** Null if the user was deleted, or its password changed, during the check. `ownHash` replaces an imported hash. */
async function proceed(
  context: Context,
  { id, passwordHash }: User,
  entrance: Entrance,
  ownHash: string | null,
): Promise<Entered | SecondStep | typeof replaced | null> {
  const user = await lockForLogIn(context, id);
  if (!user) return null;
  if (user.passwordHash !== passwordHash) return isImported(passwordHash) && !isImported(user.passwordHash) ? replaced : null;
  if (ownHash !== null) user.passwordHash = ownHash;
  const factors = await factorsOf(context.em, id);
  const mustEnroll = factors.length === 0 && (await isFactorRequired(context.em, await readPrincipal(context.em, user)));
  if (factors.length === 0 && !mustEnroll) return enter(context, user, entrance, 'password');
  const { token, expiresAt } = beginLogIn(context, id);
  return { token, expiresAt: expiresAt.toISOString(), factors, mustEnroll };
}

async function countRefusal(context: Context, user: User | null, address: string): Promise<void> {
  noteLogIn(context, { userId: user?.id ?? null, successful: false, address });
  if (!user) await countUnknownUser(context.em);
  else
    await tablesOf(context.em)
      .updateTable('user')
      .set((row) => ({ login_attempts: row('login_attempts', '+', 1) }))
      .where('id', '=', user.id)
      .execute();
}
