import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { userTable } from '../tables/user.ts';

/** Somebody who may log in, or a service account or a workload identity, which may not. */
export class User extends userTable.entity.class {}
userTable.entity.setClass(User);

/** Of the rows, those who may log in. */
export const usersOnly = { kind: 'user', deletedAt: null } as const;

/** Of the rows, those to whom roles and groups are given one by one. A workload identity has the roles that it is made with, and no others. */
export const membersOnly = { kind: { $ne: 'workload' }, deletedAt: null } as const;

/** What events and answers call a user: the e-mail address, else the user name. */
export const nameOf = (user: Pick<User, 'email' | 'username' | 'id'>): string => user.email ?? user.username ?? `user ${user.id}`;

/** The user as services see it; to them, a workload identity is a service account like others. */
export function principalOf(user: User): Principal {
  const { id, rootRole, accessVersion } = user;
  const kind = user.kind === 'user' ? 'user' : 'service-account';
  return { kind, id, name: nameOf(user), rootRole, groups: [], accessVersion };
}

/** 404 for a user that does not exist, was deleted, or is a service account. */
export async function findUser(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...usersOnly }), id);
}

/** The user for a change: the row is locked, and log-ins wait. */
export async function lockUser(em: EntityManager, id: number): Promise<User> {
  return found(await em.findOne(User, { id, ...usersOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }), id);
}

function found(user: User | null, id: number): User {
  if (!user) throw new Failure('NotFoundError', `There is no user ${id}.`);
  return user;
}

/** By e-mail address in any case, else by the exact user name, which may be written like an address. Null where there is no such user. */
export async function findByLogin(em: EntityManager, login: string): Promise<User | null> {
  const email = login.toLowerCase();
  const users = await em.find(User, { $or: [{ email }, { username: login }], ...usersOnly });
  // Compared once more, because databases do not agree on whether blanks behind a name count.
  return users.find((user) => user.email === email) ?? users.find((user) => user.username === login) ?? null;
}

/** By e-mail address in any case. Null where there is no such user. */
export async function findByEmail(em: EntityManager, address: string): Promise<User | null> {
  const email = address.toLowerCase();
  const user = await em.findOne(User, { email, ...usersOnly });
  return user?.email === email ? user : null;
}

/** The picture that Gravatar has for the user, or draws. */
export function imageUrlOf(user: Pick<User, 'email' | 'username'>): string {
  const hash = createHash('sha256')
    .update(user.email ?? user.username ?? '')
    .digest('hex');
  return `https://gravatar.com/avatar/${hash}?s=42&d=retro&r=g`;
}
