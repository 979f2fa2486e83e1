import type { Context } from '@signalbox/kit';
import { claimRevision } from '../base/revision.ts';
import { AuthorizationGrant } from '../tables/authorization-grant.ts';
import { endPendingLogIns } from './session/pending-log-in.ts';
import { revokePersonalTokens } from './personal-token/revoke-personal-token.ts';
import { endSessions } from './session/session.ts';

/** Ends all logins of the command line that the user has approved and that have no token yet. */
export const endGrants = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(AuthorizationGrant, { userId });

/** Ends all current access to the account: sessions, unfinished logins, approved logins of the command line and personal tokens. Returns whether there was any. */
export async function endAccess(context: Context, userId: number): Promise<boolean> {
  await claimRevision(context.em); // Serializes with token creation: a concurrent token is revoked as well, or issued afterwards.
  await endPendingLogIns(context, userId);
  await endGrants(context, userId);
  const ended = [await endSessions(context, userId), await revokePersonalTokens(context, userId)];
  return ended.includes(true);
}
