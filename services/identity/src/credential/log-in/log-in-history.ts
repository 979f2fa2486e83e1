import { type Context, hourMs } from '@signalbox/kit';
import { logInTable } from '../../tables/session.ts';

/** A login attempt. The typed name is not stored, because it may be a password. */
export class LogIn extends logInTable.entity.class {}
logInTable.entity.setClass(LogIn);

/** Retention (reference, identity §2.2) and maximum number of entries: guessing must not fill the disk. */
export const historyMs = 14 * 24 * hourMs;
export const maxLogIns = 10_000;

const maxAddressCharacters = 64;

export function noteLogIn({ em, now }: Context, attempt: Pick<LogIn, 'userId' | 'successful' | 'address'>): void {
  em.create(LogIn, { ...attempt, address: attempt.address.slice(0, maxAddressCharacters), createdAt: now() });
}
