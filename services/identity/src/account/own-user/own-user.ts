import { LockMode } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import type { Context, ReadContext } from '@signalbox/kit';
import { User } from '../../user/user.ts';

/** The current user. Throws 403 for API tokens, which belong to no user. */
export async function findOwnUser({ em, actor }: Pick<ReadContext, 'em' | 'actor'>): Promise<User> {
  refuseToken(actor);
  return existing(await em.findOne(User, { id: actor.id ?? 0, deletedAt: null }));
}

/** The same with the row locked, for changes that must wait for others of this user. */
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
