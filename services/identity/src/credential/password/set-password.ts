import type { Context } from '@signalbox/kit';
import type { User } from '../../user/user.ts';
import { withdrawResetTokens } from '../link/reset-token.ts';
import { endPendingLogIns } from '../session/pending-log-in.ts';
import { endSessions } from '../session/session.ts';

/**
 * Sets the password of the user, whose row is locked. Ends all sessions and invalidates pending links, so that the old password gives no
 * further access.
 */
export async function setPassword(context: Context, user: User, passwordHash: string): Promise<void> {
  user.passwordHash = passwordHash;
  user.loginAttempts = 0;
  await endSessions(context, user.id);
  await endPendingLogIns(context, user.id);
  await withdrawResetTokens(context, user.id);
}
