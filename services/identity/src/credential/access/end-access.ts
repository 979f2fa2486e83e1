import type { Context } from '@signalbox/kit';
import { claimRevision } from '../../base/database/revision.ts';
import { endPendingLogIns } from '../pending-log-in/pending-log-in.ts';
import { revokePersonalTokens } from '../personal-token/revoke-personal-token.ts';
import { endSessions } from '../session/session.ts';

/** Ends all by which somebody may be using the account now: sessions, log-ins under way and personal tokens. Returns whether any was left. */
export async function endAccess(context: Context, userId: number): Promise<boolean> {
  await claimRevision(context.em); // A token that is being issued meanwhile is revoked as well, or issued afterwards.
  await endPendingLogIns(context, userId);
  const ended = [await endSessions(context, userId), await revokePersonalTokens(context, userId)];
  return ended.includes(true);
}
