import { X509Certificate } from 'node:crypto';
import type { OutboundState } from '@signalbox/outbound';
import { type ReadContext, routeWith } from '@signalbox/kit';
import type { CipherState } from '../../base/cipher.ts';
import { readSignOn } from '../../base/sign-on-setting.ts';
import { CheckedSettings } from '../setting/checked-settings.schema.ts';
import { certificatesIn } from '../setting/pem.ts';
import { describeStatus, type Outbound, reachProvider } from '../setting/reach-provider.ts';
import { keyPurpose } from '../setting/saml-settings.ts';

export const checkSamlRoute = routeWith<CipherState & OutboundState>()(
  {
    method: 'get',
    path: '/api/admin/auth/saml/check',
    summary: 'Check the stored SAML settings: fetch the sign-on page, read the certificates, and list all faults in words',
    permission: 'ADMIN',
    answers: { 200: CheckedSettings },
    failures: [],
  },
  async (_input, context) => ({ faults: await checkSaml(context) }),
);

async function checkSaml({ em, now, state: { cipher, outbound } }: ReadContext<CipherState & OutboundState>): Promise<string[]> {
  const { entityId, signOnUrl, certificate, spCertificate } = (await readSignOn(em, 'unleash.enterprise.auth.saml')) ?? {};
  const isLost = spCertificate !== undefined && cipher.tryDecrypt(spCertificate, keyPurpose) === null;
  return [
    ...(entityId ? [] : ['The entity ID of the provider is missing.']),
    ...(isLost ? ['The private key for log-out requests cannot be decrypted. Enter it again.'] : []),
    ...(certificate ? faultsOfCertificates(certificate, now()) : ['The certificate is missing.']),
    ...(signOnUrl ? await faultsOfPage(outbound, signOnUrl) : ['The sign-on URL is missing.']),
  ];
}

/** During a rollover, one of several certificates is valid. */
function faultsOfCertificates(text: string, now: Date): string[] {
  const certificates = certificatesIn(text).map((pem) => new X509Certificate(pem));
  if (certificates.some(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate)) return [];
  return certificates.map(({ subject, validFromDate, validToDate }) =>
    validToDate < now
      ? `The certificate of ${subject} expired on ${dayOf(validToDate)}.`
      : `The certificate of ${subject} is not valid before ${dayOf(validFromDate)}.`,
  );
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The page may refuse a visit without a request, or redirect it, but it must answer. */
async function faultsOfPage(outbound: Outbound, url: string): Promise<string[]> {
  const what = 'The sign-on page';
  const response = await reachProvider(outbound, url, what, 'text/html');
  if (typeof response === 'string') return [response];
  return response.status === 404 || response.status >= 500 ? [describeStatus(what, url, response)] : [];
}
