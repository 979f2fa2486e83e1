import { Failure, nullable, serviceAccountCreated, userCreated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { createServiceAccount } from '../account/service-account/create-service-account.ts';
import { createUser } from '../account/user/create-user.ts';
import { Email, Name } from '../account/user/user-admin.schema.ts';
import { claimRevision } from '../base/revision.ts';
import { importedHash } from '../credential/password/imported-password.ts';
import { emailOf, isTaken } from '../user/user-rules.ts';
import { User } from '../user/user.ts';
import { importedTimes, maxImported, timesOf } from './imported.schema.ts';

const ImportedUser = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 255, pattern: '^\\S(?:.*\\S)?$' })),
  email: Type.Optional(Email),
  name: Type.Optional(Name),
  passwordHash: Type.Optional(
    nullable(Type.String({ pattern: importedHash, maxLength: 60, description: 'A bcrypt hash with a cost of at most 12.' })),
  ),
  rootRole: Type.String({ maxLength: 255, description: 'The name of a root role.' }),
  ...importedTimes,
  isService: Type.Optional(Type.Boolean({ description: 'True for service accounts.' })),
});
type ImportedUser = Static<typeof ImportedUser>;

const Imported = Type.Object({
  username: nullable(Type.String()),
  email: nullable(Type.String()),
  id: Type.Integer(),
  result: Type.Enum(['created', 'exists']),
});
type Imported = Static<typeof Imported>;

export const importUsersRoute = route(
  {
    method: 'post',
    path: '/api/admin/migration/users',
    summary: 'Import users and service accounts with their passwords; existing names and addresses remain unchanged',
    permission: 'ADMIN',
    body: Type.Object({ users: Type.Array(ImportedUser, { maxItems: maxImported }) }),
    answers: { 200: Type.Object({ users: Type.Array(Imported) }) },
    failures: ['BadDataError', 'NameExistsError', 'StepUpRequired'],
    events: [userCreated, serviceAccountCreated],
  },
  async ({ body }, context) => ({ users: await importUsers(context, body.users) }),
);

/** Creates the missing users. The first login of each replaces its bcrypt hash. */
async function importUsers(context: Context, users: readonly ImportedUser[]): Promise<Imported[]> {
  await claimRevision(context.em); // Serializes imports, so that a concurrent one finds the users of this one.
  const imported: Imported[] = [];
  for (const input of users) {
    const names = { username: input.username ?? null, email: input.email ? emailOf(input.email) : null };
    const existing = await findNamed(context, names);
    const { id } = existing ?? (await importUser(context, input));
    imported.push({ ...names, id, result: existing ? 'exists' : 'created' });
  }
  return imported;
}

type Names = Pick<Imported, 'username' | 'email'>;

/** Throws 400 if the name is another user's address or the other way round, because both log in. */
async function findNamed({ em }: Context, { username, email }: Names): Promise<User | null> {
  const existing = (email && (await em.findOne(User, { email }))) || (username && (await em.findOne(User, { username }))) || null;
  if (existing || !(await isTaken(em, { username, email }))) return existing;
  const named = [username, email].filter((name) => name !== null).join(', ');
  throw new Failure('BadDataError', `Another user already logs in with ${named}. Rename one of the two, then repeat the import.`, {
    path: 'users',
  });
}

function importUser(context: Context, { isService = false, passwordHash = null, ...input }: ImportedUser): Promise<User> {
  const user = { ...input, ...timesOf(input) };
  if (!isService) return createUser(context, { ...user, passwordHash });
  if (passwordHash === null) return createServiceAccount(context, user);
  throw new Failure('BadDataError', `The service account ${input.username ?? ''} must not have a password. Leave out passwordHash.`, {
    path: 'users',
  });
}
