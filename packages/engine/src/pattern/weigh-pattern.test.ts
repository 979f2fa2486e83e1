import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RE2JS } from 're2js';
import { weighPattern } from './weigh-pattern.ts';

const sizeOf = (pattern: string): number | undefined => {
  try {
    return RE2JS.compile(pattern).re2().numberOfInstructions();
  } catch {
    return undefined;
  }
};

describe('the weight of a pattern', () => {
  for (const pattern of [
    '',
    'abc',
    'a|b.|',
    '^a+b*c?$',
    '(a{3}){2,5}',
    'a{0}',
    '(?:a{2,})*',
    '[]x]{9}',
    '\\Qa(b\\E{4}',
    '(?i)a(?s:.)',
    'a{01}',
  ]) {
    it(`is at most a little above the size of its program: ${pattern}`, () => {
      const size = sizeOf(pattern) ?? assert.fail();
      const weight = weighPattern(pattern, false);
      assert.ok(size <= weight && weight <= size + 9, `${weight} for ${size}`);
    });
  }

  it('is never less than the size of its program, for any content', () => {
    const letters = ['a', '.', '^', '$', '-', '{', '}', ']', ':', '😀', '|', ')', '*', '+', '?', '*?'];
    const counts = ['{2}', '{3,}', '{0,5}', '{0}', '{0,}', '{01}', ',5}', '{40}', 'x{2}(?i)'];
    const groups = ['(', '(', '(?:', '(?P<n>', '(?<m>', '(?s-i:', '(?i)', '(?U)', '()', '(|a)', '(?i'];
    const classes = ['[ab]', '[^x]', '[]a]', '[[:alpha:]]', '[[:]', '[)]', '[(]', '[\\]]', '[a', '\\d', '\\pL', '\\P{Lu}', '[\\pL-]'];
    const escapes = ['\\Q', '\\E', '\\Qab\\E', '\\Q\\E', '\\b', '\\A', '\\z', '\\(', '\\)', '\\[', '\\x{41}', '\\x41', '\\101', '\\'];
    const part = fc.oneof(...[letters, counts, groups, classes, escapes].map((parts) => fc.constantFrom(...parts)));
    let patterns = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const pattern = parts.join('');
        const weight = weighPattern(pattern, false);
        if (weight > 2000) return;
        const size = sizeOf(pattern) ?? 0;
        patterns += Number(size > 0);
        assert.ok(weight >= size, `${JSON.stringify(pattern)} has ${size} instructions, and ${weight} were counted`);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(patterns > 2000, `${patterns} were patterns`);
  });

  it('counts repetitions without unfolding them', () => {
    assert.ok(weighPattern('((a{1000}){1000}){1000}', false) > 1e9);
    assert.ok(weighPattern('(a?){1000}'.repeat(30), false) > 100_000);
  });

  it('counts characters that are matched in both cases, in any spelling of a range', () => {
    for (const range of ['[B-\\x{1E942}]', '[\\d--\\x{1E942}]', '[^B-\u{1E942}]', '[[:alpha:]--\\x{1E942}]', '[B-\\x{1E942}']) {
      assert.ok(weighPattern(range, true) > 1500, range);
      assert.ok(weighPattern(`(?si)${range}`, false) > 1500, range);
      assert.ok(weighPattern(range, false) < 10, range);
    }
  });

  it('counts the ranges of Unicode classes', () => {
    assert.ok(weighPattern('\\pL\\p{Lu}\\P{^N}', false) > 90);
  });
});
