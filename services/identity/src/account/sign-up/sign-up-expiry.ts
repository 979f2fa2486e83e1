import { futureExpiry } from '../../credential/token/token-rules.ts';

/** Parses an expiry in the future, capped at a month from now (reference, identity §2.12). */
export function signUpExpiry(expiresAt: string, now: Date): Date {
  const expiry = futureExpiry(expiresAt, now);
  const month = new Date(now);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return expiry > month ? month : expiry;
}

/** Reports in a response that the link expires earlier than requested. */
export const reportCap = (requested: string | undefined, { expiresAt }: { readonly expiresAt: Date }): { expiryCapped?: true } =>
  requested !== undefined && Date.parse(requested) > expiresAt.getTime() ? { expiryCapped: true } : {};
