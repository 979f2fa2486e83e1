import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TokenState } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import type { TokenBook } from '../token/token-book.ts';

/** Digits of the token's hash that name the token in a ticket. The rest remains secret. */
const namedDigits = 16;

/** The hour of a ticket. Tickets of this hour and the last one are valid, so that any process can check them without storing them. */
export const ticketHour = (now: Date): number => Math.floor(now.getTime() / hourMs);

/**
 * A ticket for the event stream of the token's scope. Browsers cannot send a header with a stream, and a token must not be part of an address,
 * because addresses are logged. A ticket gives notice of changes for at most two hours, and access to nothing else.
 */
export function ticketFor({ hash }: Pick<TokenState, 'hash'>, hour: number): string {
  const proof = createHmac('sha256', hash).update(`event stream ${hour}`).digest('base64url');
  return `${hash.slice(0, namedDigits)}.${hour}.${proof}`;
}

/** The token that a ticket was made for; null for an invalid or old ticket, and for a token that is no longer valid. */
export function readTicket(ticket: string, book: Pick<TokenBook, 'startingWith'>, now: Date): TokenState | null {
  const [, digits, hour = ''] = /^([0-9a-f]{16})\.([0-9]{1,10})\.[\w-]{43}$/.exec(ticket) ?? [];
  if (digits === undefined || ![0, 1].includes(ticketHour(now) - Number(hour))) return null;
  const token = book.startingWith(digits, now);
  return token && isSame(ticketFor(token, Number(hour)), ticket) ? token : null;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
