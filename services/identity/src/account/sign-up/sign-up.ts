import { Failure, publicSignupTokenUserAdded, system, userCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { claimRevision } from '../../base/revision.ts';
import { refuseDisabledPasswords } from '../../credential/log-in/password-log-in.ts';
import { hashPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordText } from '../../credential/password/password.schema.ts';
import { findOpenLink, lockOpenLink, SignUp } from '../../credential/link/sign-up-link.ts';
import { refuseDeactivated } from '../../user/provisioned-user.ts';
import { emailOf, isTaken } from '../../user/user-rules.ts';
import { serializeUser, UserShape } from '../../user/user.schema.ts';
import type { User } from '../../user/user.ts';
import { createUser } from '../user/create-user.ts';
import { Email, Name, Username } from '../user/user-admin.schema.ts';
import { signUpLinkParams, signUpRole } from './sign-up-link.schema.ts';

const SignUpBody = Type.Object({
  email: Email,
  name: Name,
  password: PasswordText,
  username: Type.Optional(Username),
});

export const signUpRoute = route(
  {
    method: 'post',
    path: '/invite/:token/signup',
    summary: 'Sign up as a viewer through a link',
    permission: 'public',
    params: signUpLinkParams,
    body: SignUpBody,
    holdsSecret: true,
    answers: { 201: UserShape },
    failures: [
      'BadDataError',
      'DisabledError',
      'ForbiddenError',
      'NameExistsError',
      'OwaspValidationError',
      'PasswordUndefinedError',
      'RateLimitError',
    ],
    events: [userCreated, publicSignupTokenUserAdded],
    transaction: { none: 'because password hashing is slow on purpose' },
  },
  async ({ params, body: { password, ...names } }, context) => {
    await refuseDisabledPasswords(context);
    await findOpenLink(context.em, params.token, context.now());
    refuseWeakPassword(password);
    const passwordHash = await hashPassword(password, context.request);
    const user = await context.write((work) => signUp(work, params.token, { ...names, passwordHash }), system);
    return new Reply(serializeUser(user), { headers: { 'cache-control': 'no-store' } });
  },
);

interface NewSignUp extends Omit<Static<typeof SignUpBody>, 'password'> {
  readonly passwordHash: string;
}

/** Checks the link again under the lock of the access version, so that a link closed in the meantime is refused. */
async function signUp(context: Context, secret: string, input: NewSignUp): Promise<User> {
  await claimRevision(context.em);
  const { id, name } = await lockOpenLink(context, secret);
  const email = emailOf(input.email);
  await refuseDeactivated(context.em, email);
  if (await isTaken(context.em, { username: input.username ?? null, email }))
    throw new Failure('NameExistsError', 'A user with this name or email address already exists. Log in, or choose another one.');
  const user = await createUser(context, { ...input, rootRole: signUpRole });
  user.emailUnverified = true;
  context.em.create(SignUp, { userId: user.id, linkId: id });
  context.publish(publicSignupTokenUserAdded, { data: { id, name, userId: user.id } });
  return user;
}
