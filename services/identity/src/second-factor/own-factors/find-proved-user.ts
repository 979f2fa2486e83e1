import type { ReadContext } from '@signalbox/kit';
import { findOwnUser } from '../../account/own-user/own-user.ts';
import { refuseUnproved } from '../../credential/factor/refuse-without-proof.ts';
import type { User } from '../../user/user.ts';

/** The current user, after a recent proof of identity: a session alone must not be enough to change what protects the account. */
export async function findProvedUser(context: Pick<ReadContext, 'em' | 'actor' | 'now'>): Promise<User> {
  const user = await findOwnUser(context);
  refuseUnproved(context);
  return user;
}
