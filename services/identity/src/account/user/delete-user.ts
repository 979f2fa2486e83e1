import { publicSignupTokenUpdated, roleIds, userDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { refuseLastAdministrator } from '../../access/grant/refuse-last-administrator.ts';
import { withdrawGrantsOf } from '../../access/grant/role-grant.ts';
import { publishAccess } from '../../base/access-broadcast.ts';
import { leaveGroups } from '../../access/grant/group.ts';
import { claimRevision } from '../../base/revision.ts';
import { forgetFactors } from '../../credential/factor/factors-of-user.ts';
import { forgetBrowsers } from '../../credential/log-in/known-browser.ts';
import { withdrawPersonalTokens } from '../../credential/personal-token/revoke-personal-token.ts';
import { endGrants } from '../../credential/end-access.ts';
import { endPendingLogIns } from '../../credential/session/pending-log-in.ts';
import { withdrawResetTokens } from '../../credential/link/reset-token.ts';
import { endSessions } from '../../credential/session/session.ts';
import { closeSignUpLinks } from '../../credential/link/switch-sign-up-link.ts';
import { Watch } from '../../tables/mail.ts';
import { Notification, NotificationChoice } from '../../tables/notification.ts';
import { UserSetting } from '../../tables/user.ts';
import { userFact } from '../../user/user.schema.ts';
import { lockUser, type User } from '../../user/user.ts';
import { userParams } from './user-admin.schema.ts';

export const deleteUserRoute = route(
  {
    method: 'delete',
    path: '/api/admin/user-admin/:id',
    summary: 'Delete a user with all sessions, tokens, roles and memberships',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError'],
    events: [publicSignupTokenUpdated, userDeleted],
  },
  ({ params }, context) => deleteUser(context, params.id),
);

export async function deleteUser(context: Context, id: number): Promise<void> {
  const version = await claimRevision(context.em);
  const user = await lockUser(context.em, id);
  await refuseLastAdministrator(context.em, user);
  const preData = userFact(user);
  await retireUser(context, user, version);
  context.publish(userDeleted, { preData });
}

/**
 * Ends a user or service account. The row stays without its names, which become available; all credentials and access are deleted. The
 * caller has claimed the version, and emits the event.
 */
export async function retireUser(context: Context, user: User, version: number): Promise<void> {
  const { id } = user;
  user.name = `${user.name ?? ''}(Deleted)`.slice(-255);
  user.username = null;
  user.email = null;
  user.passwordHash = null;
  user.rootRole = roleIds.viewer;
  user.accessVersion = version;
  user.deletedAt = context.now();
  await context.em.flush(); // A later count of administrators in the same unit of work must not include this one.
  await endSessions(context, id);
  await withdrawPersonalTokens(context, id);
  await closeSignUpLinks(context, id);
  await withdrawResetTokens(context, id);
  await forgetBrowsers(context, id);
  await endPendingLogIns(context, id);
  await endGrants(context, id);
  await forgetFactors(context, id);
  await context.em.nativeDelete(UserSetting, { userId: id });
  await context.em.nativeDelete(Watch, { userId: id });
  await context.em.nativeDelete(Notification, { userId: id });
  await context.em.nativeDelete(NotificationChoice, { userId: id });
  await withdrawGrantsOf(context, id);
  await leaveGroups(context.em, id);
  publishAccess(context, [id]);
}
