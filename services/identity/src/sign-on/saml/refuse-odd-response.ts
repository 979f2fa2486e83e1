/** Elements by their local names, in text without comments, CDATA, processing instructions and entities of its own. */
const countOf = (xml: string, name: string): number => [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g'))].length;

const onlyOnce = ['Response', 'Assertion', 'Subject', 'NameID', 'Conditions'];
const never = ['EncryptedAssertion', 'EncryptedID', 'Object', 'Manifest', 'LogoutResponse'];

const signatureAlgorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`);
const digestAlgorithms = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

const algorithmsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*?Algorithm\\s*=\\s*["']([^"']*)["']`, 'g'))].map(([, found = '']) => found);

/**
 * What is odd about a response, before anything in it is believed; null where nothing is. With one assertion in all, whatever is
 * signed is what is read: wrapping (XSW, Somorovsky et al. 2012) needs a second one. Comments may cut a text in two (CVE-2017-11427),
 * SHA-1 can be made to collide.
 */
export function oddityOf(xml: string): string | null {
  if (/<!|<\?(?!xml\s)|.<\?xml/s.test(xml)) return 'it holds a comment, a document type, CDATA or a processing instruction';
  const repeated = onlyOnce.find((name) => countOf(xml, name) !== 1);
  if (repeated) return `it must hold exactly one ${repeated}`;
  const strange = never.find((name) => countOf(xml, name) > 0);
  if (strange) return `it must not hold ${strange}`;
  const signatures = countOf(xml, 'Signature');
  if (signatures < 1 || signatures > 2 || countOf(xml, 'Reference') !== signatures) return 'each signature must have exactly one reference';
  const [methods, digests] = [algorithmsOf(xml, 'SignatureMethod'), algorithmsOf(xml, 'DigestMethod')];
  if (methods.length !== signatures || methods.some((method) => !signatureAlgorithms.includes(method)))
    return 'it must be signed with RSA and SHA-256 or stronger';
  if (digests.length !== signatures || digests.some((digest) => !digestAlgorithms.includes(digest)))
    return 'its digests must be SHA-256 or stronger';
  return null;
}
