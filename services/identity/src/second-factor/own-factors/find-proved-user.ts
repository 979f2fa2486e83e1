import type { ReadContext } from '@signalbox/kit';
import { findOwnUser } from '../../account/own-user/own-user.ts';
import { refuseUnproved } from '../../credential/factor/refuse-without-proof.ts';
import type { User } from '../../user/user.ts';

/** The user who asks, who has proved it within the last minutes: a session alone must not be enough to change what guards the account. */
export async function findProvedUser(context: Pick<ReadContext, 'em' | 'actor' | 'now'>): Promise<User> {
  const user = await findOwnUser(context);
  refuseUnproved(context);
  return user;
}
