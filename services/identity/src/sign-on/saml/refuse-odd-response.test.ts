import { equal, match, ok } from 'node:assert/strict';
import { assertionOf, responseOf, type AssertionContent, sha1, sign } from './identity-provider.fixture.ts';
import { oddityOf } from './refuse-odd-response.ts';

const content: AssertionContent = { requestId: '_1', acs: 'https://signalbox.example/acs', audience: 'https://signalbox.example' };
const signed = sign(assertionOf(content), 'Assertion');
const good = responseOf(signed, content);
/** The response with more elements after the signed assertion. */
const holding = (more: string): string => good.replace('</samlp:Response>', `${more}</samlp:Response>`);
/** The response, extended by an attribute to this length. */
const ofLength = (length: number): string =>
  good.replace('<samlp:Response ', `<samlp:Response Consent="${'x'.repeat(length - good.length - ' Consent=""'.length)}" `);

describe('the limits of a SAML response', () => {
  it('allow 65,536 characters', () => {
    equal(ofLength(65_536).length, 65_536);
    equal(oddityOf(ofLength(65_536)), null);
    match(String(oddityOf(ofLength(65_537))), /^it must have at most 65536 characters/);
  });

  it('allow 5,000 elements, 100 attributes per element, and a depth of 50', () => {
    const nested = (depth: number) => holding('<a>'.repeat(depth) + '</a>'.repeat(depth));
    equal(oddityOf(nested(49)), null);
    match(String(oddityOf(nested(50))), /nested at most 50 deep/);
    equal(oddityOf(holding('<a/>'.repeat(4000))), null);
    match(String(oddityOf(holding('<a/>'.repeat(10_000)))), /at most 5000 elements/);
    const attributes = (count: number) => holding(`<a ${Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')}/>`);
    equal(oddityOf(attributes(100)), null);
    match(String(oddityOf(attributes(101))), /of 100 attributes/);
  });

  it('end parsing at the first error, for any text within them', () => {
    const head = '<Response><Assertion><Subject><NameID><Conditions><Signature><Reference ';
    const texts = [
      `${head}${'<SignatureMethod '.repeat(1500)}Algorithm${' '.repeat(38_000)}`,
      `${head}${'<SignatureMethod Algorithm'.repeat(2500)}`,
      '<'.repeat(65_000),
      `<${' a'.repeat(32_000)}`,
      `<${'a='.repeat(32_000)}`,
      holding(`<a ${' '.repeat(60_000)}`),
      holding('<?xml '.repeat(10_000)),
      holding('<a>'.repeat(20_000)),
      `<a ${Array.from({ length: 6000 }, (_, index) => `xmlns:a${index}=""`).join(' ')}/>`.slice(0, 65_000),
    ];
    // Recovering from the errors would take seconds, and end with another reason.
    for (const text of texts)
      match(oddityOf(text) ?? '', /^it must (?:not contain comments|have at most)|^it is not well-formed XML$/, text.slice(0, 80));
  });
});

describe('the elements of a SAML response', () => {
  const outside = 'ä';
  /** All elements of the signatures, renamed to a non-ASCII prefix. */
  const renamed = (xml: string): string =>
    xml
      .replaceAll(/<(\/?)([A-Z]\w+)/g, `<$1${outside}:$2`)
      .replaceAll('xmlns="http://www.w3.org/2000/09/xmldsig#"', `xmlns:${outside}="http://www.w3.org/2000/09/xmldsig#"`);

  it('are found under any prefix, so that a decoy cannot hide a SHA-1 signature', () => {
    equal(oddityOf(renamed(good)), null, 'the prefix itself is allowed');
    const weak = renamed(responseOf(sign(assertionOf(content), 'Assertion', sha1), content));
    match(String(oddityOf(weak)), /RSA and SHA-256/);
    const decoy = /<Signature[\s\S]*<\/Signature>/.exec(signed)?.[0] ?? '';
    ok(decoy !== '');
    const hidden = weak.replace('<saml:Assertion', `<samlp:Extensions>${decoy}</samlp:Extensions><saml:Assertion`);
    match(String(oddityOf(hidden)), /RSA and SHA-256/);
  });

  it('count only in their own namespaces', () => {
    const elsewhere = good.replaceAll('http://www.w3.org/2000/09/xmldsig#', 'https://elsewhere.example/#');
    match(String(oddityOf(elsewhere)), /RSA and SHA-256/);
    match(String(oddityOf(holding('<NameID xmlns="https://elsewhere.example/"/>'))), /exactly one NameID/);
  });
});
