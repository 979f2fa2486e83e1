import type { Profile } from '@node-saml/node-saml';
import { Failure } from '@signalbox/contracts';
import type { Settings } from '@signalbox/kit';
import { type ClaimedUser, groupsIn } from '../entry/claimed-user.ts';
import { acsUrl, clockSkewMs, openSaml } from './saml-provider.ts';
import { oddityOf } from './refuse-odd-response.ts';
import type { SamlSettings } from '../../tables/sign-on-setting.ts';

/** A completely verified assertion. */
export interface SamlAssertion {
  readonly id: string;
  readonly requestId: string;
  readonly user: ClaimedUser;
  readonly subject: string;
  readonly sessionIndex?: string;
  /** Expiry of the assertion, until which a replay is possible. */
  readonly expiresAt: Date;
}

/** Reads and verifies an assertion. Throws 401 unless the configured provider asserts it for this product and this time. */
export async function readAssertion(sent: string, saml: SamlSettings, settings: Settings, now: Date): Promise<SamlAssertion> {
  const xml = Buffer.from(sent, 'base64').toString('utf8');
  const oddity = oddityOf(xml);
  if (oddity) throw refused(oddity);
  const provider = await openSaml(saml, settings);
  const { profile } = await provider.validatePostResponseAsync({ SAMLResponse: sent }).catch((cause: unknown) => {
    const isLate = aboutTime.test((cause as Error).message);
    throw refused(isLate ? outOfTime(now) : 'it is not signed by the configured identity provider, or not for Signalbox', cause);
  });
  if (!profile || profile.issuer !== saml.entityId) throw refused('its issuer is not the configured identity provider');
  return { ...confirmed(profile, settings, now), user: userOf(profile, saml) };
}

/** An element of the signed content as node-saml parses it. */
interface Parsed {
  readonly $?: Readonly<Record<string, string | undefined>>;
  readonly [name: string]: unknown;
}

const childrenOf = (element: Parsed | undefined, name: string): readonly Parsed[] => (element?.[name] as Parsed[] | undefined) ?? [];

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Checks the bearer, recipient and expiry of the signed part (SAML 2.0 profiles §4.1.4.3). node-saml leaves the recipient to its callers.
 */
function confirmed(profile: Profile, settings: Settings, now: Date): Omit<SamlAssertion, 'user'> {
  const assertion = profile.getAssertion?.()['Assertion'] as Parsed | undefined;
  const [confirmation, ...others] = childrenOf(childrenOf(assertion, 'Subject')[0], 'SubjectConfirmation');
  const data = childrenOf(confirmation, 'SubjectConfirmationData')[0]?.$;
  const { Recipient: recipient, NotOnOrAfter: until = '', NotBefore: since, InResponseTo: requestId } = data ?? {};
  const expiresAt = new Date(Date.parse(until) + clockSkewMs);
  const id = assertion?.$?.['ID'];
  if (others.length > 0 || confirmation?.$?.['Method'] !== bearer || since !== undefined)
    throw refused('its subject must be confirmed only by bearer');
  if (recipient !== acsUrl(settings)) throw refused('its recipient is not this server');
  if (!(expiresAt > now)) throw refused(outOfTime(now));
  if (!id || !requestId) throw refused('it does not respond to a request');
  const { sessionIndex } = profile;
  return { id, requestId, subject: profile.nameID, ...(sessionIndex !== undefined && { sessionIndex }), expiresAt };
}

function userOf(profile: Profile, saml: SamlSettings): ClaimedUser {
  const attributes = (profile['attributes'] ?? {}) as Readonly<Record<string, unknown>>;
  const names = [attributes['firstName'], attributes['lastName']].filter((name) => typeof name === 'string' && name !== '');
  return { email: profile.nameID ?? '', name: names.join(' ') || null, groups: groupsIn(attributes, saml) };
}

/** Messages of node-saml about times. */
const aboutTime = /not yet valid|expired/;

const outOfTime = (now: Date): string =>
  `it is not valid at ${now.toISOString()}, the time of this server; compare it with the clock of the identity provider`;

const refused = (why: string, cause?: unknown): Failure =>
  new Failure('AuthenticationRequired', `The response of the identity provider was rejected: ${why}. Log in again at /auth/saml/login.`, {
    cause,
  });
