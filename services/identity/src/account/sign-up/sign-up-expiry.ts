import { futureExpiry } from '../../credential/token/token-rules.ts';

/** A point in time ahead, at most a month from now: what lies beyond is taken for that (reference, identity §2.12). */
export function signUpExpiry(expiresAt: string, now: Date): Date {
  const wanted = futureExpiry(expiresAt, now);
  const month = new Date(now);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return wanted > month ? month : wanted;
}
