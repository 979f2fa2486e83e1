import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { stepsPerEvaluation } from '../steps.ts';
import { maxCharacters, maxInstructions, Pattern } from './pattern.ts';

const countries = [
  'Afghanistan|Albania|Algeria|Andorra|Angola|Antigua and Barbuda|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahamas',
  'Bahrain|Bangladesh|Barbados|Belarus|Belgium|Belize|Benin|Bhutan|Bolivia|Bosnia and Herzegovina|Botswana|Brazil|Brunei',
  'Bulgaria|Burkina Faso|Burundi|Cambodia|Cameroon|Canada|Cape Verde|Central African Republic|Chad|Chile|China|Colombia',
  'Comoros|Costa Rica|Croatia|Cuba|Cyprus|Czechia|Denmark|Djibouti|Dominica|Dominican Republic|Ecuador|Egypt|El Salvador',
  'Eritrea|Estonia|Eswatini|Ethiopia|Fiji|Finland|France|Gabon|Gambia|Georgia|Germany|Ghana|Greece|Grenada|Guatemala',
  'Guinea|Guyana|Haiti|Honduras|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Jamaica|Japan|Jordan',
  'Kazakhstan|Kenya|Kiribati|Kuwait|Kyrgyzstan|Laos|Latvia|Lebanon|Lesotho|Liberia|Libya|Liechtenstein|Lithuania',
  'Luxembourg|Madagascar|Malawi|Mali|Malta|Mexico|Monaco|Morocco',
].join('|');
const hexadecimal = '[0-9a-fA-F]{1,4}';

/** Typical patterns, with a matching and a non-matching text. */
const ordinary: readonly (readonly [what: string, pattern: string, meets: string, fails: string])[] = [
  ['an email address', '^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$', 'anna.smith+test@mail.example.com', 'anna@example'],
  [
    'an email address as HTML has it',
    "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$",
    'anna@example.com',
    'anna@-example.com',
  ],
  ['colleagues', '@(example|acme|globex|initech|umbrella)\\.(com|org|net)$', 'anna@globex.org', 'anna@globex.de'],
  [
    'a UUID',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    '0c8a2f4e-1b3d-4c5e-8f70-123456789abc',
    '0c8a2f4e',
  ],
  [
    'a version',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$',
    '1.10.0-rc.1+build.5',
    '1.10',
  ],
  ['a release', '^v?2\\.(1[0-9]|[5-9])\\.', 'v2.14.0', 'v2.4.0'],
  ['an IPv4 address', '^((25[0-5]|(2[0-4]|1\\d|[1-9]|)\\d)\\.?\\b){4}$', '192.168.0.254', '192.168.0.256'],
  [
    'an IPv6 address',
    `^(${[
      `(${hexadecimal}:){7}${hexadecimal}`,
      `(${hexadecimal}:){1,7}:`,
      `(${hexadecimal}:){1,6}:${hexadecimal}`,
      ...[5, 4, 3, 2].map((count) => `(${hexadecimal}:){1,${count}}(:${hexadecimal}){1,${7 - count}}`),
      `${hexadecimal}:(:${hexadecimal}){1,6}`,
      `:((:${hexadecimal}){1,7}|:)`,
    ].join('|')})$`,
    '2001:db8::8a2e:370:7334',
    '2001:db8:::1',
  ],
  [
    'an address of the web',
    'https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_\\+.~#?&//=]*)',
    'https://www.example.com/a?b=c',
    'ftp://example',
  ],
  ['a telephone number', '^\\+?[1-9]\\d{1,14}$', '+4930123456', '+0'],
  ['a hash', '^[a-f0-9]{64}$', 'ab'.repeat(32), 'ab'.repeat(31)],
  ['a name of a hundred letters', "^[\\p{L} '-]{1,100}$", 'Zoë O’Neill'.replace('’', "'"), 'R2-D2'],
  ['letters and Chinese characters', '(?i)^[a-z0-9\\x{4e00}-\\x{9fa5}]{2,20}$', '玲Ling', 'é'],
  ['up to 255 characters', '^.{1,255}$', 'x'.repeat(255), 'x'.repeat(256)],
  ['up to 500 letters', '^[A-Za-z0-9_-]{1,500}$', 'x_'.repeat(80), 'x '],
  [
    'a browser',
    '(?i)(android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini)',
    'Mozilla/5.0 (iPhone; CPU OS 17_0)',
    'Mozilla/5.0 (X11)',
  ],
  ['a date', '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', '2026-01-31', '2026-13-01'],
  ['a hundred countries', `^(${countries})$`, 'Kyrgyzstan', 'Atlantis'],
  ['a hundred users', `^user-(${Array.from({ length: 100 }, (_, index) => 1000 + 7 * index).join('|')})$`, 'user-1693', 'user-1001'],
  ['anything', '.*', 'x'.repeat(4000), ''],
];

/** Patterns that would take milliseconds to compile, or make evaluations take seconds. */
const evil: readonly (readonly [what: string, pattern: string, of: 'characters' | 'instructions'])[] = [
  ['choices repeated thirty thousand times', `${'(a?){1000}'.repeat(30)}$`, 'instructions'],
  ['choices repeated two thousand times', '(?:a?){1000}', 'instructions'],
  ['repetitions of repetitions', '((a{1000}){1000}){1000}', 'instructions'],
  ['repetitions behind what only looks like the end of a group', '(?:[)]a?){999}', 'instructions'],
  ['a hundred Unicode classes', '\\pL'.repeat(100), 'instructions'],
  ['a class of which every character has to be looked up', '(?i)[B-\\x{1E942}]', 'instructions'],
  ['too many characters', 'a'.repeat(maxCharacters + 1), 'characters'],
  ['far too many characters', '[a]'.repeat(1_000_000), 'characters'],
];

describe('a pattern', () => {
  it('may list a hundred countries', () => {
    assert.ok(countries.split('|').length >= 100);
  });

  for (const [what, text, meets, fails] of ordinary) {
    it(`is tried for ${what}`, () => {
      const pattern = new Pattern(text);
      assert.equal(pattern.excess, undefined);
      assert.equal(pattern.flaw, undefined);
      assert.ok(pattern.stepsOn(meets.length) <= stepsPerEvaluation, `${pattern.stepsOn(meets.length)} steps`);
      assert.ok(pattern.isIn(meets));
      if (fails) assert.ok(!pattern.isIn(fails));
    });
  }

  for (const [what, text, of] of evil) {
    it(`is not even compiled for ${what}`, () => {
      const pattern = new Pattern(text);
      assert.equal(pattern.excess?.of, of);
      assert.ok((pattern.excess?.got ?? 0) > (pattern.excess?.max ?? 0));
      assert.equal(pattern.flaw, 'the pattern is too large');
      assert.ok(!pattern.isIn('a'.repeat(2000)) && !pattern.covers('a'));
    });
  }

  it('is tried up to the limits, and not beyond', () => {
    assert.equal(new Pattern('a'.repeat(maxCharacters)).excess, undefined);
    const atBound = 'a{1000}'.padEnd(7 + maxInstructions - 1002, 'a');
    assert.deepEqual([new Pattern(atBound).weight, new Pattern(atBound).excess], [maxInstructions, undefined]);
    assert.deepEqual(new Pattern(`${atBound}a`).excess, { of: 'instructions', max: maxInstructions, got: maxInstructions + 1 });
  });

  it('has a flaw if it is invalid', () => {
    for (const text of ['(', '[a', '(?=a)', '*', '?a', '{2}', 'a\\']) {
      for (const before of ['', `${'x'.repeat(60)}|`]) {
        const { flaw } = new Pattern(before + text);
        assert.match(flaw ?? '', /^error parsing regexp: [^{]*(?:\{2\})?[^{]*$/, before + text);
      }
    }
  });

  it('ignores case if configured', () => {
    assert.ok(new Pattern('^ABC$', { caseInsensitive: true }).isIn('abc'));
    assert.ok(!new Pattern('^ABC$').isIn('abc'));
  });

  it('covers complete texts, unless that would exceed the step limit', () => {
    const pattern = Pattern.fromJavaScript('(?<team>[a-z]+)-\\u0031{1,600}');
    assert.ok(pattern.covers('shop-1') && !pattern.covers('shop-1b') && !pattern.covers('x shop-1'));
    assert.ok(pattern.isIn(`shop-${'1'.repeat(500)}`));
    assert.ok(!pattern.covers(`shop-${'1'.repeat(500)}`));
  });

  it('has the same meaning at any size', () => {
    const parts = ['a', 'b', '^', '$', '|', '[ab]', '(?i)', '\\b', 'A', '(a|b)', 'a*', 'b+?', '(?:ab)?', 'a{2}', '.', '\\Qa\\E', ''];
    const written = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((chosen) => chosen.join(''));
    // Too large for the path of small patterns, without affecting a match.
    const ballast = `|${'x'.repeat(60)}`;
    fc.assert(
      fc.property(
        written,
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' '), maxLength: 6 }),
        fc.boolean(),
        (text, searched, caseInsensitive) => {
          const large = new Pattern(text + ballast, { caseInsensitive });
          const plain = RE2JS.compile(text + ballast, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
          assert.equal(large.isIn(searched), plain.matcher(searched).find());
          assert.equal(large.covers(searched), plain.matcher(searched).matches());
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('takes no longer to compile if it is anchored', () => {
    const chain = `^${Array.from({ length: 490 }, (_, index) => `${String.fromCodePoint(0x4e00 + 2 * index)}?`).join('')}$`;
    const begun = process.threadCpuUsage();
    assert.ok(!new Pattern(chain).isIn('x'));
    const { user, system } = process.threadCpuUsage(begun);
    // RE2JS alone takes 700 ms.
    assert.ok(user + system < 200_000, `${(user + system) / 1000} ms`);
  });
});
