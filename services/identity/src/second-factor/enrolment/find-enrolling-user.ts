import { Failure } from '@signalbox/contracts';
import type { EntityManager, OpenContext } from '@signalbox/kit';
import { factorsOf } from '../../credential/factor/factors-of-user.ts';
import type { User } from '../../user/user.ts';
import { findPendingUser } from '../log-in/finish-log-in.ts';

/** The user whose login leads to enrolment. */
export const findEnrollingUser = async (context: OpenContext, token: string): Promise<User> =>
  refuseEnrolled(context.em, await findPendingUser(context, token));

/** Throws 403 for a user with a second factor: a password must not be enough to add another one. */
export async function refuseEnrolled(em: EntityManager, user: User): Promise<User> {
  if ((await factorsOf(em, user.id)).length === 0) return user;
  throw new Failure('InvalidOperationError', 'You already have a second factor. Finish the login with it before adding others.');
}
