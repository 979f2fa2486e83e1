import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { User } from '../../user/user.ts';

/** Selects accounts of applications. They have no password or address, and authenticate only with tokens. */
export const serviceAccountsOnly = { kind: 'service-account', deletedAt: null } as const;

/** Throws 404 if it does not exist, was deleted, or is a user. */
export async function findServiceAccount(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...serviceAccountsOnly }), id);
}

/** The same for a change, with the row locked. */
export async function lockServiceAccount(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...serviceAccountsOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }), id);
}

function found(account: User | null, id: number): User {
  if (!account) throw new Failure('NotFoundError', `There is no service account ${id}.`);
  return account;
}
