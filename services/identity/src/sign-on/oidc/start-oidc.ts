import { empty, Reply, routeWith } from '@signalbox/kit';
import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { notStored } from '../entry/enter.ts';
import { requestCookies } from '../entry/request-cookie.ts';
import type { OidcState } from './oidc-clients.ts';
import { findOidc, redirectUri } from './oidc-provider.ts';

export const startOidcRoute = routeWith<OidcState>()(
  {
    method: 'get',
    path: '/auth/oidc/login',
    summary: 'Start an OpenID Connect login: redirects to the identity provider',
    permission: 'public',
    answers: { 302: empty },
    headers: { Location: 'The identity provider.', 'Set-Cookie': 'A cookie that links the response of the provider to this browser.' },
    failures: ['NotFoundError', 'UnavailableError'],
  },
  async (_input, context) => {
    const { em, settings, state } = context;
    const oidc = await findOidc(em);
    const client = await state.oidcClients.of(oidc);
    const begun = { by: 'oidc', state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() } as const;
    const location = buildAuthorizationUrl(client, {
      redirect_uri: redirectUri(settings),
      scope: `openid email profile${oidc.addGroupsScope ? ' groups' : ''}`,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
      ...(oidc.acrValues && { acr_values: oidc.acrValues }),
    });
    const cookies = await requestCookies(begun, context);
    return new Reply(undefined, { headers: { location: location.href, 'set-cookie': cookies, ...notStored } });
  },
);
