import { Failure, roleIds, userCreated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishCallers } from '../../base/access-broadcast.ts';
import { createUser } from '../../account/user/create-user.ts';
import { deleteUser } from '../../account/user/delete-user.ts';
import { updateUser } from '../../account/user/update-user.ts';
import { claimRevision } from '../../base/revision.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { emailOf, isTaken, refuseTaken } from '../../user/user-rules.ts';
import { userFact } from '../../user/user.schema.ts';
import { nameOf } from '../../user/user.ts';
import { joinGroups } from '../group/inactive-member.ts';
import { candidatesFor, findScimUser, type Provisioned, readScimUsers } from './find-scim-user.ts';
import { namesIn, type ScimUserInput, sentIn } from './scim-user.schema.ts';

/** Creates a user as a viewer; groups give further rights. Throws 409 for a taken userName or address (RFC 7644 §3.3). */
export async function createScimUser(context: Context, input: ScimUserInput): Promise<Provisioned> {
  const { em } = context;
  await claimRevision(em);
  const names = namesIn(input);
  await refuseTakenName(context, names.userName, null);
  const own = names.email ? { email: names.email } : { username: input.userName };
  if (await isTaken(em, own)) throw taken(input.userName);
  const user = await createUser(context, { ...own, ...(names.name && { name: names.name }), passwordHash: null, rootRole: roleIds.viewer });
  const stored = { ...names, sent: sentIn(input), externalId: input.externalId || null };
  const provisioned = em.create(ProvisionedUser, { ...stored, userId: user.id, active: true });
  await em.flush();
  if (input.active === false) await deactivate(context, { user, provisioned });
  return { user, provisioned };
}

/** Replaces the user with the client's version. An inactive user is deleted with all sessions, tokens and roles, and keeps its id. */
export async function replaceScimUser(context: Context, id: number, input: ScimUserInput): Promise<Provisioned> {
  const { em } = context;
  await claimRevision(em);
  const found = await findScimUser(em, id);
  const names = namesIn(input);
  const { user } = found;
  // A deactivation must succeed even if the name has been taken before.
  if (names.userName !== (found.provisioned?.userName ?? nameOf(user).toLowerCase())) await refuseTakenName(context, names.userName, id);
  const stored = { ...names, sent: sentIn(input), externalId: input.externalId || null };
  const provisioned = found.provisioned ?? em.create(ProvisionedUser, { ...stored, userId: id, active: true });
  Object.assign(provisioned, stored);
  const isActive = input.active ?? !user.deletedAt;
  if (user.deletedAt && isActive) await activate(context, { user, provisioned });
  else if (!user.deletedAt) {
    await updateUser(context, id, { ...(names.email && { email: names.email }), ...(names.name && { name: names.name }) });
    if (!isActive) await deactivate(context, { user, provisioned });
  }
  await em.flush();
  return { user, provisioned };
}

async function deactivate(context: Context, { user, provisioned }: Provisioned): Promise<void> {
  if (provisioned) Object.assign(provisioned, { active: false, email: user.email ?? null, name: user.name ?? null });
  await context.em.flush();
  await deleteUser(context, user.id);
}

/** Restores the names, the id and the history, but not roles and passwords. */
async function activate(context: Context, { user, provisioned }: Provisioned): Promise<void> {
  const names = provisioned?.email
    ? { email: emailOf(provisioned.email), username: null }
    : { email: null, username: provisioned?.userName ?? null };
  await refuseTaken(context.em, names);
  Object.assign(user, names, { name: provisioned?.name ?? null, deletedAt: null, accessVersion: await claimRevision(context.em) });
  if (provisioned) provisioned.active = true;
  publishCallers(context, [user.id]);
  context.publish(userCreated, { data: userFact(user) });
  await joinGroups(context, user.id);
}

/** Users deleted by administrators no longer occupy their names. */
async function refuseTakenName({ em }: Context, userName: string, id: number | null): Promise<void> {
  const named = await candidatesFor(em, [['username', userName]]);
  const users = (await readScimUsers(em, named)).filter(({ names }) => names.some((name) => name.toLowerCase() === userName));
  if (users.some(({ user }) => user.id !== id)) throw taken(userName);
  await em.nativeDelete(ProvisionedUser, { userName, userId: { $ne: id } });
}

const taken = (userName: string): Failure => new Failure('ConflictError', `The username ${userName} is already taken.`);
