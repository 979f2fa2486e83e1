import { futureExpiry } from '../../credential/token/token-rules.ts';

/** A point in time ahead, at most a month from now: a later one is capped (reference, identity §2.12). */
export function signUpExpiry(expiresAt: string, now: Date): Date {
  const wanted = futureExpiry(expiresAt, now);
  const month = new Date(now);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return wanted > month ? month : wanted;
}

/** Responses report that the link expires earlier than requested. */
export const reportCap = (requested: string | undefined, { expiresAt }: { readonly expiresAt: Date }): { expiryCapped?: true } =>
  requested !== undefined && Date.parse(requested) > expiresAt.getTime() ? { expiryCapped: true } : {};
