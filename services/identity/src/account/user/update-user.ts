import { userUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { refuseLastAdministrator } from '../../access/grant/refuse-last-administrator.ts';
import { readPrincipal } from '../../access/grant/group.ts';
import { publishAccess, publishCallers } from '../../base/access-broadcast.ts';
import { isOwner } from '../../access/grant/role-grant.ts';
import { findRootRole } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import { refuseControl, refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import { withdrawResetTokens } from '../../credential/link/reset-token.ts';
import { emailOf, refuseTaken } from '../../user/user-rules.ts';
import { serializeUser, userFact, UserShape } from '../../user/user.schema.ts';
import { lockUser, type User } from '../../user/user.ts';
import { Email, Name, RootRoleInput, userParams } from './user-admin.schema.ts';

const UpdateUser = Type.Object({
  email: Type.Optional(Email),
  name: Type.Optional(Name),
  rootRole: Type.Optional(RootRoleInput),
});
type UpdateUser = Static<typeof UpdateUser>;

export const updateUserRoute = route(
  {
    method: 'put',
    path: '/api/admin/user-admin/:id',
    summary: 'Update the name, email address or root role of a user; omitted or blank properties stay unchanged',
    permission: 'ADMIN',
    params: userParams,
    body: UpdateUser,
    answers: { 200: UserShape },
    failures: ['BadDataError', 'InvalidOperationError', 'NotFoundError', 'StepUpRequired'],
    events: [userUpdated],
  },
  async ({ params, body }, context) => serializeUser(await updateUser(context, params.id, body)),
);

/** Locks the access version first, like all changes of users, so that the rule on the last administrator holds under races. */
export async function updateUser(context: Context, id: number, { email, name, rootRole }: UpdateUser): Promise<User> {
  const version = await claimRevision(context.em);
  const user = await lockUser(context.em, id);
  const preData = userFact(user);
  if (name) user.name = name;
  if (email) await changeEmail(context, user, emailOf(email));
  if (rootRole !== undefined) await changeRootRole(context, user, (await findRootRole(context.em, rootRole)).id);
  const data = userFact(user);
  if (JSON.stringify(data) === JSON.stringify(preData)) return user;
  user.accessVersion = version; // Principals contain the name and the role.
  // The access state names the owners of projects.
  if ((data.email !== preData.email || data.name !== preData.name) && (await isOwner(context.em, id))) publishAccess(context, [id]);
  else publishCallers(context, [id]);
  context.publish(userUpdated, { data, preData });
  return user;
}

/** The owner of the address can log in as the user: by single sign-on, or through a mailed link. */
async function changeEmail(context: Context, user: User, email: string): Promise<void> {
  if (email === user.email) return;
  await refuseControl(context, await readPrincipal(context.em, user));
  await refuseTaken(context.em, { email });
  user.email = email;
  user.emailUnverified = false;
  await withdrawResetTokens(context, user.id); // They were mailed to the old address.
}

async function changeRootRole(context: Context, user: User, rootRole: number): Promise<void> {
  if (rootRole === user.rootRole) return;
  await refuseRootRole(context, rootRole);
  await refuseLastAdministrator(context.em, user);
  user.rootRole = rootRole;
}
