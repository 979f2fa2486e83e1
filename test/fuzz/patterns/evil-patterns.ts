import * as fc from 'fast-check';

// Expensive regular expressions: random mixtures of alternatives, repetitions and large classes, with texts that keep all alternatives open
// until the last character.

const plain = fc.constantFrom('a', 'b', 'ab', 'é', 'ſ', '.', '()', '', '\\b', '\\B', '^', '$', '\\Qa(b\\E', '\\(', '[)]');
const classes = fc.constantFrom('[ab]', '[^b]', '[a-z]', '\\w', '\\W', '\\pL', '\\P{Lu}', '[\\pL\\pN]', '[à-\\x{24F}]');
/** Ranges in which every character has another case. */
const wide = fc.constantFrom('[B-\\x{1E942}]', '[\\d--\\x{1E942}]', '[\u4e00-\u9fff]', '(?i:[^B-\\x{FFFF}])');
const quantifier = fc.constantFrom('', '', '?', '*', '+', '??', '*?', '{2}', '{0,3}', '{2,}', '{10}', '{0,30}', '{1000}');
const opening = fc.constantFrom('(?:', '(', '(?i:', '(?s:', '(?U:', '(?P<n>');

const { part } = fc.letrec<{ part: string }>((tie) => {
  const atom = fc.tuple(fc.oneof({ arbitrary: plain, weight: 6 }, { arbitrary: classes, weight: 4 }, wide), quantifier);
  const inner = fc.tuple(fc.array(tie('part'), { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '|'));
  const group = fc.tuple(opening, inner, quantifier).map(([open, [parts, between], behind]) => `${open}${parts.join(between)})${behind}`);
  return {
    part: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      atom.map(([text, behind]) => text + behind),
      group,
    ),
  };
});

/** Generates a part of the given size. */
type BlowUp = (part: string, times: number) => string;

const each = (times: number, write: (letter: string) => string) =>
  Array.from({ length: times }, (_, index) => write(String.fromCodePoint(0x4e00 + 2 * index)));

const blowUps: readonly BlowUp[] = [
  (text, times) => text.repeat(times),
  (text, times) => `(?:${text}){${Math.min(times, 1000)}}`,
  (text, times) => `(?:${text}){0,${Math.min(times, 1000)}}`,
  (text, times) => `${'(?:'.repeat(times)}${text}${')*'.repeat(times)}`,
  (text, times) => each(times, (letter) => letter + text).join('|'),
  // Distinct optional parts.
  (text, times) => each(times, (letter) => `${letter}?`).join('') + text,
];

/** A pattern that can grow to any size. */
export interface EvilPattern {
  readonly part: string;
  readonly blowUp: BlowUp;
  readonly before: string;
  readonly behind: string;
  readonly caseInsensitive: boolean;
}

export const evilPattern: fc.Arbitrary<EvilPattern> = fc.record({
  part,
  blowUp: fc.constantFrom(...blowUps),
  before: fc.constantFrom('', '', '^', '(?i)', '(?i)^', '.*', '('),
  behind: fc.constantFrom('', '$', '!', '!$', ')', ')$'),
  caseInsensitive: fc.boolean(),
});

/** The pattern with its part repeated. */
export const write = ({ part: text, blowUp, before, behind }: EvilPattern, times: number): string => before + blowUp(text, times) + behind;

/** A text of a given length. */
export const evilText: fc.Arbitrary<(characters: number) => string> = fc
  .tuple(fc.constantFrom('a', 'ab', 'é', 'k', 'ſ', 'a ', '\u{1F600}', '\u4e00'), fc.constantFrom('', '!'))
  .map(
    ([letters, end]) =>
      (characters) =>
        letters.repeat(characters).slice(0, Math.max(characters - end.length, 0)) + end,
  );
