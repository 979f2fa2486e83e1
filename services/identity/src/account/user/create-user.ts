import { Failure, userCreated } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { findRootRole } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import type { MailState } from '../../base/mail/open-mailer.ts';
import { refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import { hashPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordText } from '../../credential/password/password.schema.ts';
import { emailOf, refuseTaken } from '../../user/user-rules.ts';
import { serializeUser, userFact, UserShape } from '../../user/user.schema.ts';
import { User } from '../../user/user.ts';
import { createInviteLink, sendInvitation } from '../invitation/invite-user.ts';
import { Email, Name, RootRoleInput, Username } from './user-admin.schema.ts';

const CreateUser = Type.Object({
  username: Type.Optional(Username),
  email: Type.Optional(Email),
  name: Type.Optional(Name),
  password: Type.Optional(PasswordText),
  rootRole: RootRoleInput,
  sendEmail: Type.Optional(Type.Boolean({ default: true })),
});
type CreateUser = Static<typeof CreateUser>;

export const createUserRoute = routeWith<MailState>()(
  {
    method: 'post',
    path: '/api/admin/user-admin',
    summary: 'Create a user; only this response contains the link to choose a password',
    permission: 'ADMIN',
    body: CreateUser,
    holdsSecret: true,
    answers: { 201: Type.Object({ ...UserShape.properties, inviteLink: Type.String(), emailSent: Type.Boolean() }) },
    headers: { Location: 'The id of the user.' },
    failures: ['BadDataError', 'OwaspValidationError', 'RateLimitError', 'StepUpRequired'],
    events: [userCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { user, inviteLink } = await inviteUser(context, body);
    const emailSent = body.sendEmail !== false && (await sendInvitation(context, user, inviteLink));
    const headers = { location: `user-admin/${user.id}`, 'cache-control': 'no-store' };
    return new Reply({ ...serializeUser(user), inviteLink, emailSent }, { headers });
  },
);

async function inviteUser(context: OpenContext, { password, ...input }: CreateUser): Promise<{ user: User; inviteLink: string }> {
  if (password) refuseWeakPassword(password);
  const passwordHash = password ? await hashPassword(password, context.request) : null;
  return context.write(async (work) => {
    const user = await createUser(work, { ...input, passwordHash });
    return { user, inviteLink: await createInviteLink(work, user) };
  });
}

/** Input for a new user. Blank strings count as absent. */
export interface NewUser {
  readonly username?: string;
  readonly email?: string;
  readonly name?: string;
  /** Null if the user cannot log in with a password yet. */
  readonly passwordHash: string | null;
  readonly rootRole: number | string;
  /** Of imported users; others are created now and were never seen. */
  readonly createdAt?: Date;
  readonly seenAt?: Date | null;
}

/** Creates a user. Locks the access version, so that one of two users with the same name is refused. */
export async function createUser(context: Context, input: NewUser): Promise<User> {
  const names = { username: input.username || null, email: input.email ? emailOf(input.email) : null };
  if (!names.username && !names.email)
    throw new Failure('BadDataError', 'username or email is required to create a user.', { path: 'username' });
  const accessVersion = await claimRevision(context.em);
  const role = await findRootRole(context.em, input.rootRole);
  await refuseRootRole(context, role.id);
  await refuseTaken(context.em, names);
  const user = context.em.create(User, {
    ...names,
    kind: 'user',
    name: input.name || null,
    passwordHash: input.passwordHash,
    rootRole: role.id,
    accessVersion,
    loginAttempts: 0,
    seenAt: input.seenAt ?? null,
    createdAt: input.createdAt ?? context.now(),
    deletedAt: null,
  });
  await context.em.flush(); // The flush assigns the id that the event contains.
  publishCallers(context, [user.id]);
  context.publish(userCreated, { data: userFact(user) });
  return user;
}
