import { type CredentialAct, userUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { userFact } from './user.schema.ts';
import type { User } from './user.ts';

/** Records an act on the credentials of a user: the event names the act and holds no secret. */
export function recordCredentials(context: Context, user: User, credentials: CredentialAct): void {
  const preData = userFact(user);
  context.publish(userUpdated, { data: { ...preData, credentials }, preData });
}
