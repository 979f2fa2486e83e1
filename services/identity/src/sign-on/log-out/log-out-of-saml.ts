import { empty, Reply, route, routeWith } from '@signalbox/kit';
import type { Cipher, CipherState } from '../../base/cipher.ts';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { notStored } from '../entry/enter.ts';
import { openSaml } from '../saml/saml-provider.ts';
import { privateKeyIn } from '../setting/pem.ts';
import { keyPurpose } from '../setting/saml-settings.ts';
import { hintQuery, readHint } from './sign-out-hint.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

export const logOutOfSamlRoute = routeWith<CipherState>()(
  {
    method: 'get',
    path: '/auth/saml/logout',
    summary: 'Redirect to the SAML identity provider’s log-out, if configured',
    permission: 'public',
    query: hintQuery,
    answers: { 302: empty },
    headers: { Location: 'The identity provider, or the start page.' },
    failures: ['AuthenticationRequired'],
  },
  async ({ query }, { em, settings, state: { cipher } }) => {
    const { subject, sessionIndex } = readHint(cipher, query.hint);
    const saml = await readSignOn(em, 'unleash.enterprise.auth.saml');
    if (!saml?.enabled || !saml.signOutUrl) return new Reply(undefined, { headers: { location: '/', ...notStored } });
    const provider = await openSaml(saml, settings, {
      logoutUrl: saml.signOutUrl,
      logoutCallbackUrl: linkTo(settings, '/auth/saml/logout/done'),
      ...signingKey(saml, cipher),
    });
    const profile = { issuer: saml.entityId ?? '', nameID: subject, nameIDFormat, ...(sessionIndex !== undefined && { sessionIndex }) };
    return new Reply(undefined, { headers: { location: await provider.getLogoutUrlAsync(profile, '', {}), ...notStored } });
  },
);

const nameIDFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const signingKey = ({ spCertificate }: SamlSettings, cipher: Cipher) =>
  spCertificate ? { privateKey: privateKeyIn(cipher.decrypt(spCertificate, keyPurpose)), signatureAlgorithm: 'sha256' as const } : {};

/** The local session ended before the redirect to the provider, so its response is ignored. */
export const loggedOutOfSamlRoute = route(
  {
    method: 'get',
    path: '/auth/saml/logout/done',
    summary: 'Return from the SAML identity provider’s log-out',
    permission: 'public',
    answers: { 302: empty },
    headers: { Location: 'The start page.' },
    failures: [],
  },
  () => new Reply(undefined, { headers: { location: '/', ...notStored } }),
);
