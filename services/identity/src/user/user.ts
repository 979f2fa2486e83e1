import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { Principal } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Instant } from '@signalbox/kit';

export const userEntity = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.string().nullable(),
    username: p.string().nullable(),
    /** Lower-case. */
    email: p.string().nullable(),
    passwordHash: p.string().fieldName('password_hash').nullable(),
    /** Everybody has exactly one. */
    rootRole: p.integer().fieldName('root_role'),
    /** The version of the access state in which the rights of this user were last changed. */
    accessVersion: p.integer().fieldName('access_version'),
    /** Unsuccessful log-ins since the last successful one. */
    loginAttempts: p.integer().fieldName('login_attempts'),
    seenAt: p.type(Instant).$type<Date>().fieldName('seen_at').nullable(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    /** Deleted users stay as rows, because events and grants refer to their ids. */
    deletedAt: p.type(Instant).$type<Date>().fieldName('deleted_at').nullable(),
  },
});

/** A user who may log in. */
export class User extends userEntity.class {}
userEntity.setClass(User);

/** What events and answers call a user: the e-mail address, else the user name. */
export const nameOf = (user: Pick<User, 'email' | 'username' | 'id'>): string => user.email ?? user.username ?? `user ${user.id}`;

/** The user as services see it. */
export function principalOf(user: User): Principal {
  const { id, rootRole, accessVersion } = user;
  return { kind: 'user', id, name: nameOf(user), rootRole, groups: [], accessVersion };
}

/** By e-mail address in any case, else by the exact user name, which may be written like an address. Null where there is no such user. */
export async function findByLogin(em: EntityManager, login: string): Promise<User | null> {
  const email = login.toLowerCase();
  const users = await em.find(User, { $or: [{ email }, { username: login }], deletedAt: null });
  // Compared once more, because databases do not agree on whether blanks behind a name count.
  return users.find((user) => user.email === email) ?? users.find((user) => user.username === login) ?? null;
}

/** The picture that Gravatar has for the user, or draws. */
export function imageUrlOf(user: Pick<User, 'email' | 'username'>): string {
  const hash = createHash('sha256')
    .update(user.email ?? user.username ?? '')
    .digest('hex');
  return `https://gravatar.com/avatar/${hash}?s=42&d=retro&r=g`;
}
