import { Failure, serviceAccountCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { findRootRole } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import { refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import { isTaken } from '../../user/user-rules.ts';
import { User } from '../../user/user.ts';
import { Name, RootRoleInput, Username } from '../user/user-admin.schema.ts';
import { serializeServiceAccount, serviceAccountFact, ServiceAccountShape } from './service-account.schema.ts';

const CreateServiceAccount = Type.Object({
  username: Type.Optional(Username),
  name: Type.Optional(Name),
  rootRole: RootRoleInput,
});
/** `createdAt` is that of an imported account. */
type NewServiceAccount = Static<typeof CreateServiceAccount> & { readonly createdAt?: Date };

export const createServiceAccountRoute = route(
  {
    method: 'post',
    path: '/api/admin/service-account',
    summary: 'Create a service account; an omitted username is derived from the name',
    permission: 'ADMIN',
    body: CreateServiceAccount,
    answers: { 201: ServiceAccountShape },
    headers: { Location: 'The id of the service account.' },
    failures: ['BadDataError', 'NameExistsError', 'StepUpRequired'],
    events: [serviceAccountCreated],
  },
  async ({ body }, context) => {
    const account = await createServiceAccount(context, body);
    return new Reply(serializeServiceAccount(account), { headers: { location: `service-account/${account.id}` } });
  },
);

/** Creates an account for an application. Locks the access version, so that one of two accounts with the same name is refused. */
export async function createServiceAccount(context: Context, input: NewServiceAccount): Promise<User> {
  const username = input.username || usernameFrom(input.name ?? '');
  const { id: rootRole } = await findRootRole(context.em, input.rootRole);
  await refuseRootRole(context, rootRole);
  const accessVersion = await claimRevision(context.em);
  if (await isTaken(context.em, { username }))
    throw new Failure('NameExistsError', `The username ${username} is already taken. Choose another one.`);
  const account = context.em.create(User, {
    kind: 'service-account',
    username,
    name: input.name || null,
    email: null,
    passwordHash: null,
    rootRole,
    accessVersion,
    loginAttempts: 0,
    seenAt: null,
    createdAt: input.createdAt ?? context.now(),
    deletedAt: null,
  });
  await context.em.flush(); // The flush assigns the id that the event contains.
  publishCallers(context, [account.id]);
  context.publish(serviceAccountCreated, { data: serviceAccountFact(account) });
  return account;
}

const maxUsername = 100;

/** Derives a username as the reference system's form does: `service-` and the name in lower-case letters, digits and hyphens. */
function usernameFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const trimmed = slug.replace(/^-|-$/g, '');
  if (trimmed === '') throw new Failure('BadDataError', 'username or name is required to create a service account.', { path: 'username' });
  return `service-${trimmed}`.slice(0, maxUsername);
}
