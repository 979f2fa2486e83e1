import { Failure, groupUpdated, hashSecret, patDeleted, userCreated, userUpdated } from '@signalbox/contracts';
import { empty, Reply, routeWith } from '@signalbox/kit';
import { authorizationCodeGrant, type Configuration, fetchUserInfo } from 'openid-client';
import { Type } from 'typebox';
import { type ClaimedUser, groupsIn } from '../entry/claimed-user.ts';
import { admitUser, enterUser, singleSignOn } from '../entry/enter.ts';
import { readRequest, type SignOnRequest } from '../entry/request-cookie.ts';
import type { OidcState } from './oidc-clients.ts';
import { findOidc, redirectUri } from './oidc-provider.ts';
import type { OidcSettings } from '../../tables/sign-on-setting.ts';

export const finishOidcRoute = routeWith<OidcState>()(
  {
    method: 'get',
    path: '/auth/oidc/callback',
    summary: 'Finish an OpenID Connect login: exchanges the code and opens a session',
    permission: 'public',
    query: Type.Object({}, { additionalProperties: true, description: 'The response of the provider (OpenID Connect Core 1.0, 3.1.2.5).' }),
    answers: { 302: empty },
    headers: { Location: 'The start page, or the page for the second factor.', 'Set-Cookie': 'The session.' },
    failures: ['AuthenticationRequired', 'BadDataError', 'ForbiddenError', 'NotFoundError', 'UnavailableError'],
    events: [groupUpdated, patDeleted, userCreated, userUpdated],
    transaction: { none: 'because it calls the identity provider' },
  },
  async ({ query }, context) => {
    const { em, request, settings, state } = context;
    const oidc = await findOidc(em);
    const begun = await readRequest('oidc', hashSecret(String((query as { state?: unknown }).state)), context);
    if (!begun) throw refused('it was started in another browser, or it has expired');
    const back = new URL(redirectUri(settings));
    back.search = new URLSearchParams(Object.entries(query)).toString();
    const claims = await requestClaims(await state.oidcClients.of(oidc), back, begun, oidc);
    const claimed = claimedBy(claims, oidc);
    const headers = await context.write(async (work) => {
      const user = await admitUser(work, claimed, oidc);
      return enterUser(work, user.id, { begun, signOn: { by: 'oidc', subject: claims.sub }, admission: oidc, request, settings });
    }, singleSignOn);
    return new Reply(undefined, { headers });
  },
);

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Returns the claims of the ID token, completed by the userinfo endpoint. Checks signature, issuer, audience, authorized party, time and
 * nonce.
 */
async function requestClaims(
  client: Configuration,
  back: URL,
  { state, nonce, verifier }: Extract<SignOnRequest, { by: 'oidc' }>,
  oidc: OidcSettings,
): Promise<Claims> {
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const fail = (cause: unknown): never => {
    throw refused('the response of the identity provider is not valid', cause);
  };
  const tokens = await authorizationCodeGrant(client, back, checks).catch(fail);
  const claims = tokens.claims();
  if (!claims) return fail('no ID token');
  if (claims.sub === '') return fail('an empty subject');
  if (claims['azp'] !== undefined && claims['azp'] !== oidc.clientId) return fail('an ID token for another client');
  const isComplete = claims['email'] !== undefined && (!oidc.enableGroupSyncing || groupsIn(claims, oidc) !== null);
  if (isComplete || !client.serverMetadata().userinfo_endpoint) return claims;
  const { email, email_verified: isVerified, ...info } = await fetchUserInfo(client, tokens.access_token, claims.sub).catch(fail);
  // `email_verified` in the ID token does not apply to an address from the userinfo endpoint.
  const address = claims['email'] === undefined ? { email, email_verified: isVerified } : {};
  return { ...info, ...claims, ...address };
}

function claimedBy(claims: Claims, oidc: OidcSettings): ClaimedUser {
  const { email, email_verified: isVerified, name } = claims;
  if (typeof email !== 'string' || email === '') throw refused('the identity provider returned no email address');
  const isVouchedFor = isVerified === true || (isVerified === undefined && !oidc.requireVerifiedEmail);
  if (!isVouchedFor) throw refused('the identity provider has not verified the email address');
  return { email, name: typeof name === 'string' ? name : null, groups: groupsIn(claims, oidc) };
}

const refused = (why: string, cause?: unknown): Failure =>
  new Failure('AuthenticationRequired', `Login failed: ${why}. Try again at /auth/oidc/login.`, { cause });
