import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { readPrincipal } from '../../access/grant/group.ts';
import { findSessionUser } from '../../account/own-user/own-user.ts';
import { claimRevision } from '../../base/revision.ts';
import { refuseControl } from '../../credential/factor/refuse-without-proof.ts';
import { Session } from '../../credential/session/session.ts';
import type { User } from '../../user/user.ts';
import { refuseTakenName } from '../token/login-token.ts';

/**
 * Returns the id of the user who approves a login on that machine. It needs the same step-up authentication as a token made by hand. Locks
 * the access version, so that a session that ends at the same time can approve nothing.
 */
export async function findApprover(context: Context, host: string): Promise<number> {
  const user = await findActiveUser(context);
  await refuseControl(context, await readPrincipal(context.em, user));
  await refuseTakenName(context.em, user.id, host);
  return user.id;
}

/** The same for an agent. It administers nothing, so it needs no step-up authentication. */
export const findSupervisor = async (context: Context): Promise<number> => (await findActiveUser(context)).id;

async function findActiveUser(context: Context): Promise<User> {
  await claimRevision(context.em);
  const { user, session } = await findSessionUser(context);
  if ((await context.em.count(Session, { id: session, userId: user.id })) > 0) return user;
  throw new Failure('AuthenticationRequired', 'This session has ended. Log in again.');
}
