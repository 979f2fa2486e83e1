import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

/** Certificate of the identity provider in tests; it is used nowhere else. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUe7Ha5J+ufoJHeq+hnUm8C2ZvuckwDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTIyMDk1NTQ0WhgPMjEy
NjEwMjkwOTU1NDRaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAoR0Qip+4tkzxCAKMXhlYrR594VJogmQJuYok
pv7yXTaUnz1BspVY0/2UyV8Ezvt5V1b1T9uAYC71QvV1C8mXP6Aj0h7YBLSlLOd8
NAa98K3LCHLI6LeyQFnS7vPCvlGDbjqmuBeWvogpsM4d2VO/rbfxKBvqM6A5op/y
OKr6NneNtY6U+36u8w0lZ3ObBg0ZooamOl+dHE8yDRM+qgc0UP/CIvfeBFyzeA7X
b0Vnts4t/i0yNiaT/4mDkUWcg4rS5/HiNhrA66vxDjePybumQur/10U4r17YCcJb
Qs+xyxjdK3WLmQk4uZGs7KKH/RJfk0yRqMWK1HdBrLsYCb0nkwIDAQABo1MwUTAd
BgNVHQ4EFgQUfwJauW/G+gpMZ/9vXcqo8nEZT3YwHwYDVR0jBBgwFoAUfwJauW/G
+gpMZ/9vXcqo8nEZT3YwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEAWxCyxwRgy7sM/z/qOciaciKUohXCfuwiWimidXo5ivnCDx1pOCAZI9lh6WF5
MwgjuTQnDp0fFwG50j9WMx5at2fQDFfrhFNDhDJ6/u796pYHQJ2Ftte4YICHJ2+y
9hPeEhwh7pnF+q57nHsLP/RDPQDfTWnApL7kZNWnbuZfXQpB58e8Uk2iGXJppr7B
Pw4ZVwxcKsBbbwxC8LL+OA7cAizSlLYM9wa2g4aTYHxTlo+i3XUW0yjx+9v0h3xd
rqym5aLYBISsalaK8FxsxQYen7AmuHtp3VVlvkr3WuS9Cvw2MXFoL563GS0/umov
6YDd1sqI3tM1iol1SRNmoiAXUw==
-----END CERTIFICATE-----`;
/** Its next certificate, whose key nobody has. */
export const nextCertificate = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUC9qakH+6tv43ZcYKqxTQ8cl9RTgwDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTI5MTIzNjQ0WhgPMjEy
NjExMDUxMjM2NDRaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAw5xKXTN4Cp6ofUJRmtob0bkP9OLn7GbD8fDu
6klB+fNs46I0vAK12ZSULLzUDHi400B6Th/YIf20VkjvhyS/J48jyuQpKAWDFkC5
u4UNTbOPuh2gdu3giR1grqWxQ4dBoir7clq0Yog0wOyv+aiPVuEZXg/Iqm9aJ1hp
RCQgYUFGVW57ekyTW7QK0Kf+LRSY+06eOYnb4+dQATh5QWmmoPt8qMXKFinfyvq6
4o+ZSQrCWWN+V8MpsNhlkeR/DW9RuGIbj7xDNe/tXUmOd7Kks/3yhJbDSek7nJnf
YtggVWNhCiv3Pte35scMQdVFg73fZt9syGLeitPbvX6TsH3cWQIDAQABo1MwUTAd
BgNVHQ4EFgQUV6eVhfVnRLsj8yOSpgdYNu49AMswHwYDVR0jBBgwFoAUV6eVhfVn
RLsj8yOSpgdYNu49AMswDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEANaUu/bA5hOpFt6mMG6Y6I5bjaedpEHsiHVIEKkGfIuWpW33Nuw5quc5mZb37
sNxu0rd7BjLwVV7w+oJ1bmyGwp7wHGpwtGURKwulA4ic5rCJGdneM5E3BFONhkHA
qhSv92yBVFYbbskkaZ6oUZQPLw6agILulk8roFKAIrItv1watfSsIpkhu30D9wMN
YNpOfrP/BJsKve0vc3WK6X8DmoCEdNw+PBkp50eB+82TfcTT+TubBYyMNAq+0o2F
d9U+s171ONM8zFf0FHAa+Y/+pVV6jsa+rO3S1BQHA92r1JVrsiSzUCDfCyUuwTJY
5altSW9oAK4joUqXyBJ5BedMTQ==
-----END CERTIFICATE-----`;

/** A certificate that was valid in 2025. */
export const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAQQCAQEwDQYJKoZIhvcNAQELBQAwFjEUMBIGA1UEAwwLaWRwLmV4YW1w
bGUwHhcNMjUwMTAxMDAwMDAwWhcNMjYwMTAxMDAwMDAwWjAWMRQwEgYDVQQDDAtp
ZHAuZXhhbXBsZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA3r586AjQrBDD
CPiKoijmgLrzzdv9oLuLufqI8sy51Y2qTjGXPANEr/oGgFJGUXE5K/VogNHaVHmV
gT5ds+Ffi76f1nnLEwL7qYqGXwnrn9KJNy6Z7QHk/VZ0GB1N7JKIc+OWtiWLj0Jk
CetSH3ojTiUM/XMhe/XWbYo7lWmfufECAwEAATANBgkqhkiG9w0BAQsFAAOBgQCh
aGUbfBS3Ci5Ww+ovqhaPC+ZneZjdlkUlQ9RlyM3h+W8MXsktq8bxPrC54bw+v2XA
ipmI/cB0kwVz6LU3GmbrT6UTHYVAOwma/VuWmyV5ZAohmX4QYLmVttx68fppAS+M
HRZ3UtKL7sK14JyqRXynAOhnEhgt/pbL8+mgvsIvbQ==
-----END CERTIFICATE-----`;

/** A certificate with a key that SAML libraries for Node cannot use. */
export const ellipticCertificate = `-----BEGIN CERTIFICATE-----
MIIBhDCCASmgAwIBAgIUduyrB8MToqs3I7c3iwoBzyPuBfswCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwIBcNMjYxMTI5MTIzNjQ0WhgPMjEyNjEx
MDUxMjM2NDRaMBYxFDASBgNVBAMMC2lkcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEtTl4phK4D2SgpfLrb8pN4x8ZLNdMhriRCgSD3UXllnbQ0uUX
7gXRKjCYZuNrwBjL2U54E9UyBakuMCIrbfpFkqNTMFEwHQYDVR0OBBYEFMdGMJoQ
QCSANfnKFrPKCU+oFIlkMB8GA1UdIwQYMBaAFMdGMJoQQCSANfnKFrPKCU+oFIlk
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMgTyL5FfmYITNKt
eY2eKEkP4aXdxKFeBx7QYBdIF1GAAiEA5d4Juq6U5XVgS41wYRoRrEj5iOCSMb3I
3NBxn1mxCPE=
-----END CERTIFICATE-----`;

const privateKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQChHRCKn7i2TPEI
AoxeGVitHn3hUmiCZAm5iiSm/vJdNpSfPUGylVjT/ZTJXwTO+3lXVvVP24BgLvVC
9XULyZc/oCPSHtgEtKUs53w0Br3wrcsIcsjot7JAWdLu88K+UYNuOqa4F5a+iCmw
zh3ZU7+tt/EoG+ozoDmin/I4qvo2d421jpT7fq7zDSVnc5sGDRmihqY6X50cTzIN
Ez6qBzRQ/8Ii994EXLN4DtdvRWe2zi3+LTI2JpP/iYORRZyDitLn8eI2GsDrq/EO
N4/Ju6ZC6v/XRTivXtgJwltCz7HLGN0rdYuZCTi5kazsoof9El+TTJGoxYrUd0Gs
uxgJvSeTAgMBAAECggEAKhMoDbu2hk1DqP7ZX32pDdTntN9LkbnEXGL6PW5ZJwSo
/YkGzjd4cixIHeqlm9RKlQeNmuRM+1FoFat6fLCRwjj1AduyOFBgzoBJjGCyW9dX
LYakdzn54BpVHrgkBIXPGAtTHMJ0SJ/Qm27IlsfrR9fAr+PSXtcaFiFFJY1pOK3H
ybVhSaKgyjQyD+nCzU80ymXhAuuh256ogFPxkF8l3lAL8JH+qKXokqNC4pjt6Oai
yquimSbflOY9tt65JX58e/tQwgcgFXCnVuTdVj0kec5QbNwB8L8p3SI5s62s8qxy
AhE1PEYpCB9s3AW7KWmluaWsttRuqZqQ1EfNstfWqQKBgQDaBL7XnBVczFPnS/Ab
3xciYkMjkNaPQWQ6hGPUalL/7a8S/8HKXReqVawSY1nfSVn7HGmYwuK5+JXJnK/V
HoeieIT7Ja2Z03rUZxRYsfx5bH0FicNRSzCo6HCWRJ+IHxgim6YdelkdU4NPdjn7
LjD3y9t2jnUSyjiwXl/xb68KFQKBgQC9LnQBLOpp92IFSCKLp92ZLGPT5nK9mohN
9ZmflUQUHhAEuxtnZEA+9Wz2h07y4jR/r045CVfLT+7bIToiGC44/71dFvrFHQ6X
zk7+JcFCLtUXnfzu9qyJf/CqvmNeTXb1bWeLeXmRIEHGVrv3Tesn3FTnwrhfTK7N
oe4M0fGdBwKBgG0OuKRECI+eCk6GNvrKMtlZS/prhlisvkVjWki0UwaAz/XyB++B
d8gWCPg9yIQgPimVweDPg/jBN7Rdc7tpBTIplWPIKjnrhuLfGVdw2TmoIjX1/sUY
lqO3ejJA64h8/Wa6c3MFc7RuxR2np0NVjNs3l3WLt1aJ36eh3d55HpctAoGAZPgA
DgiM7BWOiUcguOzVBsV8WkIqhyuNCB7G6TdfaGVLI1tBmwMUjwWqLEG3T0aPwn4r
/6EO7IIy911ai4vgT6eex6pWGRITEc6YtmgsJ0ibjslRj7C0EYbpShfnLROnJAJK
O1SQH3bZ5COymqFJmrKr1i5E/QgOW83LIaiDjc0CgYEArwXtozPJ4D6eVaBa3Xvo
mEpRJ5p/Bvvw3SZmxLWPbj0wJOFbxIvrHW+6cnchNsWPu6/wilAOiC7/I6IpQBlm
cOhQRNfZ76lWn0kOBSDto6mtU3k+ztCdRz4dQ39KYrFpYfj8fUUs0NeKKdqB1zI0
bXyd+aalwNINq+AWHuDXRYY=
-----END PRIVATE KEY-----`;

export const entityId = 'https://idp.example/metadata';

/** Contents of an assertion, any of which a test can falsify. */
export interface AssertionContent {
  readonly requestId: string;
  readonly acs: string;
  readonly audience: string;
  readonly email?: string;
  readonly issuer?: string;
  readonly recipient?: string;
  readonly validFromMs?: number;
  readonly validMs?: number;
  readonly subjectMs?: number;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly id?: string;
  readonly inResponseTo?: string;
}

export const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const iso = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** A single assertion as XML, unsigned. */
export function assertionOf(content: AssertionContent): string {
  const { requestId, acs, audience, email = 'ann@example.com', issuer = entityId, recipient = acs } = content;
  const {
    validFromMs = -60_000,
    validMs = 120_000,
    subjectMs = validMs,
    attributes = {},
    id = newId(),
    inResponseTo = requestId,
  } = content;
  const attributeElements = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${iso(0)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    '<saml:Subject>',
    `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData NotOnOrAfter="${iso(subjectMs)}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${iso(validFromMs)}" NotOnOrAfter="${iso(validMs)}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${iso(0)}" SessionIndex="session-1"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributeElements.length > 0 ? `<saml:AttributeStatement>${attributeElements.join('')}</saml:AttributeStatement>` : '',
    '</saml:Assertion>',
  ].join('');
}

/** Wraps an assertion, or any other content, in a response. */
export function responseOf(content: string, { requestId, acs, issuer = entityId }: AssertionContent, id: string = newId()): string {
  return [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${id}" Version="2.0" IssueInstant="${iso(0)}" Destination="${acs}" InResponseTo="${requestId}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    content,
    '</samlp:Response>',
  ].join('');
}

/** Parameters of a signature, which a test can falsify. */
export interface Signing {
  readonly key?: string;
  readonly algorithm?: string;
  readonly digest?: string;
}

const sha256 = { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' };
export const sha1 = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', digest: 'http://www.w3.org/2000/09/xmldsig#sha1' };

/** Signs the only element of that name with an enveloped signature, as providers do. */
export function sign(xml: string, element: 'Assertion' | 'Response', { key = privateKey, ...how }: Signing = {}): string {
  const { algorithm, digest } = { ...sha256, ...how };
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({ privateKey: key, signatureAlgorithm: algorithm, canonicalizationAlgorithm: exclusive });
  const xpath = `//*[local-name(.)='${element}']`;
  signer.addReference({ xpath, digestAlgorithm: digest, transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive] });
  signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } });
  return signer.getSignedXml();
}

/** A response in the encoding that browsers send. */
export const packed = (xml: string): string => Buffer.from(xml).toString('base64');

/** The message in a redirect URL. */
export function messageIn(url: string, name: 'SAMLRequest' = 'SAMLRequest'): string {
  return inflateRawSync(Buffer.from(new URL(url).searchParams.get(name) ?? '', 'base64')).toString();
}
