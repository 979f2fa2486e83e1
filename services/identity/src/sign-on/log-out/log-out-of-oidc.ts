import { empty, Reply, routeWith } from '@signalbox/kit';
import { buildEndSessionUrl } from 'openid-client';
import type { CipherState } from '../../base/cipher.ts';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { notStored } from '../entry/enter.ts';
import type { OidcState } from '../oidc/oidc-clients.ts';
import { hintQuery, readHint } from './sign-out-hint.ts';

export const logOutOfOidcRoute = routeWith<CipherState & OidcState>()(
  {
    method: 'get',
    path: '/auth/oidc/logout',
    summary: 'Redirect to the OpenID provider’s log-out, if configured',
    permission: 'public',
    query: hintQuery,
    answers: { 302: empty },
    headers: { Location: 'The identity provider, or the start page.' },
    failures: ['AuthenticationRequired', 'UnavailableError'],
  },
  async ({ query }, { em, settings, state: { cipher, oidcClients } }) => {
    const { subject } = readHint(cipher, query.hint);
    const oidc = await readSignOn(em, 'unleash.enterprise.auth.oidc');
    const client = oidc?.enabled && oidc.enableSingleSignOut ? await oidcClients.of(oidc) : null;
    const location = client?.serverMetadata().end_session_endpoint
      ? buildEndSessionUrl(client, { post_logout_redirect_uri: linkTo(settings, '/login'), logout_hint: subject }).href
      : '/';
    return new Reply(undefined, { headers: { location, ...notStored } });
  },
);
