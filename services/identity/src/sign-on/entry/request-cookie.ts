import { hashSecret } from '@signalbox/contracts';
import { minuteMs, type ReadContext, type Request, type Settings } from '@signalbox/kit';
import { parseCookie } from 'cookie';
import type { JWTPayload } from 'jose';
import { signClaims, verifyClaims } from '../../access/state/signing-key.ts';

/** Data that the browser must present after a sign-on, so that attackers cannot complete their own sign-on in another user's browser. */
export type SignOnRequest =
  | { readonly by: 'saml'; readonly requestId: string }
  | { readonly by: 'oidc'; readonly state: string; readonly nonce: string; readonly verifier: string };

type RequestContext = Pick<ReadContext, 'em' | 'request' | 'settings' | 'now'>;

const issuer = 'signalbox/identity/sign-on';
const validMs = 10 * minuteMs;
/** Browsers send all cookies with every request, so a browser can finish only its latest logins. */
const maxRequests = 5;
const keyCharacters = 16;

/** The hash of the value that the provider returns with its response. */
const hashOfRequest = (request: SignOnRequest): string => hashSecret(request.by === 'saml' ? request.requestId : request.state);

const prefixOf = ({ secureCookies }: Settings): string => (secureCookies ? '__Host-signalbox-sign-on-' : 'signalbox-sign-on-');
const nameOf = (hash: string, settings: Settings): string => prefixOf(settings) + hash.slice(0, keyCharacters);

/**
 * A cookie with the signed data, valid for ten minutes. Each request has its own, so that logins in several tabs do not disturb each
 * other. Further cookies remove the oldest requests.
 */
export async function requestCookies(sent: SignOnRequest, { em, request, settings, now }: RequestContext): Promise<string[]> {
  const signed = await signClaims({ em, settings }, issuer, { request: sent }, new Date(now().getTime() + validMs));
  // Browsers send older cookies first (RFC 6265 §5.4).
  const names = Object.keys(cookiesOf(request)).filter((name) => name.startsWith(prefixOf(settings)) && /-[0-9a-f]{16}$/.test(name));
  return [
    cookieOf(nameOf(hashOfRequest(sent), settings), { value: signed, seconds: validMs / 1000 }, settings),
    ...names.slice(0, 1 - maxRequests).map((name) => cookieOf(name, nothing, settings)),
  ];
}

/** A cookie that removes the one of the request. */
export const noRequestCookie = (finished: SignOnRequest, settings: Settings): string =>
  cookieOf(nameOf(hashOfRequest(finished), settings), nothing, settings);

const nothing = { value: '', seconds: 0 };

function cookieOf(name: string, { value, seconds }: typeof nothing, { secureCookies }: Settings): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies ? '; Secure' : ''}`;
}

const cookiesOf = ({ headers }: Request) => parseCookie(String(headers['cookie'] ?? ''));

/** The request with the hash, if this browser sent it; null if the cookie is missing, invalid or expired. */
export async function readRequest<By extends SignOnRequest['by']>(
  by: By,
  hash: string,
  { em, request, settings, now }: RequestContext,
): Promise<Extract<SignOnRequest, { by: By }> | null> {
  const token = cookiesOf(request)[nameOf(hash, settings)];
  const claims: JWTPayload | null = token ? await verifyClaims(em, issuer, token, now()) : null;
  const sent = claims?.['request'] as SignOnRequest | undefined;
  return sent?.by === by && hashOfRequest(sent) === hash ? (sent as Extract<SignOnRequest, { by: By }>) : null;
}
