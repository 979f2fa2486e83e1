import { defineEntity, p } from '@mikro-orm/core';
import { type Context, hourMs, Instant } from '@signalbox/kit';

export const logInEntity = defineEntity({
  name: 'LogIn',
  tableName: 'log_in',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Null for a name that belongs to no user. */
    userId: p.integer().fieldName('user_id').nullable(),
    successful: p.boolean(),
    address: p.string(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** Somebody tried to log in. What was typed as a name is not stored: it may be a password. */
export class LogIn extends logInEntity.class {}
logInEntity.setClass(LogIn);

/** For how long (reference, identity §2.2), and how many at most: guessing must not fill the disk. */
export const historyMs = 14 * 24 * hourMs;
export const maxLogIns = 10_000;

const maxAddressCharacters = 64;

export function noteLogIn({ em, now }: Context, attempt: Pick<LogIn, 'userId' | 'successful' | 'address'>): void {
  em.create(LogIn, { ...attempt, address: attempt.address.slice(0, maxAddressCharacters), createdAt: now() });
}
