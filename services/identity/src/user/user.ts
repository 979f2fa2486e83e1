import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { userTable } from '../tables/user.ts';

/** A user who can log in, or a service account or workload identity, which cannot. */
export class User extends userTable.entity.class {}
userTable.entity.setClass(User);

/** Selects users who can log in. */
export const usersOnly = { kind: 'user', deletedAt: null } as const;

/** Selects users that can get further roles and groups. A workload identity only has the roles that it is created with. */
export const membersOnly = { kind: { $ne: 'workload' }, deletedAt: null } as const;

/** The user's name in events and responses: the email address, or the username. */
export const nameOf = (user: Pick<User, 'email' | 'username' | 'id'>): string => user.email ?? user.username ?? `user ${user.id}`;

/** The user as services see it. A workload identity looks like any service account. */
export function principalOf(user: User): Principal {
  const { id, rootRole, accessVersion } = user;
  const kind = user.kind === 'user' ? 'user' : 'service-account';
  return { kind, id, name: nameOf(user), rootRole, groups: [], accessVersion };
}

/** Throws 404 if the user does not exist, was deleted, or is a service account. */
export async function findUser(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...usersOnly }), id);
}

/** Returns the user for a change, with its row locked; logins wait. */
export async function lockUser(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...usersOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }), id);
}

function found(user: User | null, id: number): User {
  if (!user) throw new Failure('NotFoundError', `There is no user ${id}.`);
  return user;
}

/** Finds a user by email address in any case, or by the exact username, which may look like an address. Returns null if there is none. */
export async function findByLogin(em: EntityManager, login: string): Promise<User | null> {
  const email = login.toLowerCase();
  const users = await em.find(User, { $or: [{ email }, { username: login }], ...usersOnly });
  // Compared again, because databases disagree on whether trailing blanks count.
  return users.find((user) => user.email === email) ?? users.find((user) => user.username === login) ?? null;
}

/** Finds a user by email address in any case. Returns null if there is none. */
export async function findByEmail(em: EntityManager, address: string): Promise<User | null> {
  const email = address.toLowerCase();
  const user = await em.findOne(User, { email, ...usersOnly });
  return user?.email === email ? user : null;
}

/** URL of the user's Gravatar picture, which may be a generated one. */
export function imageUrlOf(user: Pick<User, 'email' | 'username'>): string {
  const hash = createHash('sha256')
    .update(user.email ?? user.username ?? '')
    .digest('hex');
  return `https://gravatar.com/avatar/${hash}?s=42&d=retro&r=g`;
}
