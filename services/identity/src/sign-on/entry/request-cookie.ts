import type { EntityManager, Request, Settings } from '@signalbox/kit';
import { minuteMs } from '@signalbox/kit';
import { parseCookie } from 'cookie';
import type { JWTPayload } from 'jose';
import { signClaims, verifyClaims } from '../../access/signing/signing-key.ts';

/** Data that the browser must present after a sign-on, so that attackers cannot complete their own sign-on in another user's browser. */
export type SignOnRequest =
  | { readonly by: 'saml'; readonly requestId: string }
  | { readonly by: 'oidc'; readonly state: string; readonly nonce: string; readonly verifier: string };

const issuer = 'signalbox/identity/sign-on';
const validMs = 10 * minuteMs;

const nameOf = (secure: boolean): string => (secure ? '__Host-signalbox-sign-on' : 'signalbox-sign-on');

/** A cookie with the signed data, valid for ten minutes. */
export async function requestCookie(em: EntityManager, request: SignOnRequest, settings: Settings, now: Date): Promise<string> {
  const signed = await signClaims({ em, settings }, issuer, { request }, new Date(now.getTime() + validMs));
  return cookieOf(signed, validMs / 1000, settings);
}

/** A cookie that removes it. */
export const noRequestCookie = (settings: Settings): string => cookieOf('', 0, settings);

function cookieOf(value: string, seconds: number, { secureCookies }: Settings): string {
  const name = nameOf(secureCookies);
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}

/** The sign-on that this browser started; null if the cookie is missing, invalid or expired. */
export async function readRequest<By extends SignOnRequest['by']>(
  em: EntityManager,
  by: By,
  { headers }: Request,
  { settings, now }: { settings: Settings; now: Date },
): Promise<Extract<SignOnRequest, { by: By }> | null> {
  const token = parseCookie(String(headers['cookie'] ?? ''))[nameOf(settings.secureCookies)];
  const claims: JWTPayload | null = token ? await verifyClaims(em, issuer, token, now) : null;
  const request = claims?.['request'] as SignOnRequest | undefined;
  return request?.by === by ? (request as Extract<SignOnRequest, { by: By }>) : null;
}
