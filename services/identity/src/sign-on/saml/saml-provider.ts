import type { SAML, SamlConfig } from '@node-saml/node-saml';
import { Failure } from '@signalbox/contracts';
import { type EntityManager, minuteMs, type Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { certificatesIn } from '../setting/pem.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

/** Returns the SAML settings; throws 404 unless enabled. */
export async function findSaml(em: EntityManager): Promise<SamlSettings> {
  const settings = await readSignOn(em, 'unleash.enterprise.auth.saml');
  if (!settings?.enabled) throw new Failure('NotFoundError', 'SAML login is not enabled.');
  return settings;
}

/** The assertion consumer service, to register with identity providers. */
export const acsUrl = (settings: Settings): string => linkTo(settings, '/auth/saml/callback');

/** Entity id of this product, which is the audience of assertions. */
const ownEntityId = (settings: Settings): string => linkTo(settings, '/auth/saml');

/** Clocks of providers and servers differ by seconds, sometimes by a minute. */
export const clockSkewMs = 2 * minuteMs;
const maxAssertionAgeMs = 10 * minuteMs;

/** The provider for node-saml. Only the configured certificates verify signatures, whatever keys a message contains. */
export async function openSaml(saml: SamlSettings, settings: Settings, more: Partial<SamlConfig> = {}): Promise<SAML> {
  const { SAML: Provider } = await import('./node-saml.ts');
  return new Provider({
    idpCert: certificatesIn(saml.certificate ?? ''),
    idpIssuer: saml.entityId ?? '',
    entryPoint: saml.signOnUrl ?? '',
    issuer: ownEntityId(settings),
    audience: ownEntityId(settings),
    callbackUrl: acsUrl(settings),
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs,
    // Either signature covers the assertion that is read. Providers differ in which of them they create.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    ...more,
  });
}
