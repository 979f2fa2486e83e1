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

/**
 * The parser that node-saml uses, so that both see the same document. Importing its types would add browser types to the entire workspace.
 */
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as { DOMParser: Parser };

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const signature = 'http://www.w3.org/2000/09/xmldsig#';
const algorithms = 'http://www.w3.org/2001/04/xmldsig-more#';
const encryption = 'http://www.w3.org/2001/04/xmlenc#';

/** Elements that a response has exactly once, with their namespaces. */
const onlyOnce: readonly (readonly [string, string])[] = [
  [protocol, 'Response'],
  [assertion, 'Assertion'],
  [assertion, 'Subject'],
  [assertion, 'NameID'],
  [assertion, 'Conditions'],
];
/** Elements that are refused by local name in any namespace. */
const never = ['EncryptedAssertion', 'EncryptedID', 'Object', 'Manifest', 'LogoutResponse'];

const signatureAlgorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => algorithms + name);
const digestAlgorithms = [`${encryption}sha256`, `${encryption}sha512`];

const maxCharacters = 65_536;
const maxDepth = 50;
const maxElements = 5000;
const maxAttributes = 100;

/**
 * Returns why a response is refused before it is verified; null if it is not. Only one assertion is allowed, so the signed one is the one
 * that is read: wrapping (XSW, Somorovsky et al. 2012) needs a second one. Comments can split a text in two (CVE-2017-11427), and SHA-1 is
 * prone to collisions. Elements are checked as parsed, by namespace and local name; the size is checked before parsing.
 */
export function oddityOf(xml: string): string | null {
  if (xml.length > maxCharacters) return `it must have at most ${maxCharacters} characters`;
  if (/<!|<\?(?!xml\s)|.<\?xml/s.test(xml)) return 'it must not contain comments, document types, CDATA or processing instructions';
  if (isLaborious(xml))
    return `it must have at most ${maxElements} elements of ${maxAttributes} attributes, nested at most ${maxDepth} deep`;
  const elements = elementsOf(xml);
  if (elements === null) return 'it is not well-formed XML';
  // By local name only, to find duplicates in other namespaces too. The first must be in its own namespace.
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

/** Returns whether parsing would take long. One pass over the tags, counting equals signs as attributes. */
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

/** All elements of the document; null if it is malformed. Parsing stops at the first error, because recovering from many takes long. */
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
