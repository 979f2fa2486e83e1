import type { SAML, SamlConfig } from '@node-saml/node-saml';
import { Failure } from '@signalbox/contracts';
import type { EntityManager, Settings } from '@signalbox/kit';
import { linkTo } from '../../base/link.ts';
import { readSignOn } from '../../base/sign-on-setting/sign-on-setting.ts';
import { asPem } from '../setting/saml-settings.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

/** The settings of SAML where it is enabled; else a 404. */
export async function findSaml(em: EntityManager): Promise<SamlSettings> {
  const settings = await readSignOn(em, 'unleash.enterprise.auth.saml');
  if (!settings?.enabled) throw new Failure('NotFoundError', 'SAML log-in is not enabled.');
  return settings;
}

/** Where identity providers send assertions: what administrators register there. */
export const acsUrl = (settings: Settings): string => linkTo(settings, '/auth/saml/callback');

/** What this product is called at identity providers: the audience of their assertions. */
export const ownEntityId = (settings: Settings): string => linkTo(settings, '/auth/saml');

export const clockSkewMs = 5000;
const maxAssertionAgeMs = 10 * 60_000;

/** The provider as node-saml sees it: signatures count by the one certificate of the settings alone, whatever a message says of keys. */
export async function openSaml(saml: SamlSettings, settings: Settings, more: Partial<SamlConfig> = {}): Promise<SAML> {
  const { SAML: Provider } = await import('@node-saml/node-saml');
  return new Provider({
    idpCert: asPem(saml.certificate ?? ''),
    idpIssuer: saml.entityId ?? '',
    entryPoint: saml.signOnUrl ?? '',
    issuer: ownEntityId(settings),
    audience: ownEntityId(settings),
    callbackUrl: acsUrl(settings),
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs,
    // Either signature covers the assertion that is read; which of them providers make differs.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    disableRequestedAuthnContext: true,
    ...more,
  });
}
