import { LockMode } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import type { Context, ReadContext } from '@signalbox/kit';
import { User } from '../../user/user.ts';

/** The current user. Throws 403 for API tokens, which belong to no user. */
export async function findOwnUser({ em, actor }: Pick<ReadContext, 'em' | 'actor'>): Promise<User> {
  refuseToken(actor);
  return existing(await em.findOne(User, { id: actor.id ?? 0, deletedAt: null }));
}

/** The same with the id of the session. Throws 403 for tokens of the user, which must not give themselves more. */
export async function findSessionUser(context: Pick<ReadContext, 'em' | 'actor'>): Promise<{ user: User; session: string }> {
  const user = await findOwnUser(context);
  const { session } = context.actor;
  if (session !== undefined) return { user, session };
  throw new Failure('NoAccessError', 'This action requires the session of a user who has logged in; API tokens are not accepted.', {
    extra: { permissions: [] },
  });
}

/** The user of `findOwnUser` with the row locked, for changes that must wait for others of this user. */
export async function lockOwnUser({ em, actor }: Pick<Context, 'em' | 'actor'>): Promise<User> {
  refuseToken(actor);
  return existing(await em.findOne(User, { id: actor.id ?? 0, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
}

function existing(user: User | null): User {
  if (!user) throw new Failure('AuthenticationRequired', 'This user no longer exists. Log in as another user.');
  return user;
}

function refuseToken(actor: Principal): void {
  if (actor.kind !== 'api-token') return;
  throw new Failure('NoAccessError', 'API tokens do not belong to a user. Use a session or a personal access token.', {
    extra: { permissions: [] },
  });
}
