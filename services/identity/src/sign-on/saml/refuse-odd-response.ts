import { createRequire } from 'node:module';

interface Element {
  readonly localName: string;
  readonly namespaceURI: string | null;
  getAttribute(name: string): string | null;
}

type Parser = new (options: {
  errorHandler: Readonly<Record<'warning' | 'error' | 'fatalError', (problem: string) => void>>;
}) => {
  parseFromString(xml: string, type: string): { getElementsByTagName(name: string): ArrayLike<Element> };
};

/** The parser of node-saml, so that both see the same document. Its own types would add those of browsers to the whole workspace. */
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as { DOMParser: Parser };

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const algorithms = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

/** Elements that a response holds exactly once, in their namespaces. */
const onlyOnce: readonly (readonly [string, string])[] = [
  [protocol, 'Response'],
  [assertion, 'Assertion'],
  [assertion, 'Subject'],
  [assertion, 'NameID'],
  [assertion, 'Conditions'],
];
/** Elements that are refused by their local names, whatever their namespaces. */
const never = ['EncryptedAssertion', 'EncryptedID', 'Object', 'Manifest', 'LogoutResponse'];

const signatureAlgorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => algorithms + name);
const digestAlgorithms = [`${encryption}sha256`, `${encryption}sha512`];

const maxCharacters = 65_536;
const maxDepth = 50;
const maxElements = 5000;
const maxAttributes = 100;

/**
 * Why a response is refused before anything in it is believed; null if there is no reason. With one assertion in all, the signed assertion is
 * the one that is read: wrapping (XSW, Somorovsky et al. 2012) needs a second one. Comments may cut a text in two (CVE-2017-11427), SHA-1
 * can be made to collide. Elements are judged as parsed, by namespace and local name; the text is bounded before it is parsed.
 */
export function oddityOf(xml: string): string | null {
  if (xml.length > maxCharacters) return `it must have at most ${maxCharacters} characters`;
  if (/<!|<\?(?!xml\s)|.<\?xml/s.test(xml)) return 'it must not contain comments, document types, CDATA or processing instructions';
  if (isLaborious(xml))
    return `it must have at most ${maxElements} elements of ${maxAttributes} attributes, nested at most ${maxDepth} deep`;
  const elements = elementsOf(xml);
  if (elements === null) return 'it is not well-formed XML';
  // By local name alone, so that a second one in another namespace is found as well; the first must be in its own.
  const named = (name: string) => elements.filter((element) => element.localName === name);
  const repeated = onlyOnce.find(([namespace, name]) => named(name).length !== 1 || named(name)[0]?.namespaceURI !== namespace);
  if (repeated) return `it must contain exactly one ${repeated[1]}`;
  const strange = never.find((name) => named(name).length > 0);
  if (strange) return `it must not contain ${strange}`;
  return signatureOddity(named);
}

function signatureOddity(named: (name: string) => readonly Element[]): string | null {
  const signatures = named('Signature').length;
  if (signatures < 1 || signatures > 2 || named('Reference').length !== signatures) return 'each signature must have exactly one reference';
  const isSigned = (name: string, allowed: readonly string[]) =>
    named(name).length === signatures &&
    named(name).every((element) => element.namespaceURI === signature && allowed.includes(element.getAttribute('Algorithm') ?? ''));
  if (!isSigned('SignatureMethod', signatureAlgorithms)) return 'it must be signed with RSA and SHA-256 or stronger';
  return isSigned('DigestMethod', digestAlgorithms) ? null : 'its digests must be SHA-256 or stronger';
}

/** Whether parsing would take long: one pass over the tags, whose equals signs stand for their attributes. */
function isLaborious(xml: string): boolean {
  let depth = 0;
  let elements = 0;
  for (const [tag] of xml.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    elements += 1;
    if (depth > maxDepth || elements > 2 * maxElements || tag.split('=').length > maxAttributes + 1) return true;
  }
  return false;
}

/** Every element of the document; null if it cannot be parsed. Parsing ends at the first error: recovering from many takes long. */
function elementsOf(xml: string): Element[] | null {
  try {
    return Array.from(new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml').getElementsByTagName('*'));
  } catch {
    return null;
  }
}

function stop(problem: string): never {
  throw new Error(problem);
}

const errorHandler = { warning: stop, error: stop, fatalError: stop };
