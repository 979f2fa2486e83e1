import { type CredentialAct, userUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { userFact } from './user.schema.ts';
import type { User } from './user.ts';

/** Records an action on a user's credentials. The event names the action and contains no secret. */
export function recordCredentials(context: Context, user: User, credentials: CredentialAct): void {
  const preData = userFact(user);
  context.publish(userUpdated, { data: { ...preData, credentials }, preData });
}
