import assert from 'node:assert/strict';
import { type Constraint, type Operator, operators } from '@signalbox/contracts';
import * as fc from 'fast-check';
import type { EvaluationContext } from '../context.ts';
import { beginOutcome } from '../evaluation.ts';
import { IdList } from '../list/id-list.ts';
import type { Lists } from '../list/segments.ts';
import { compileConstraint } from './compile-constraint.ts';

const effects = { now: () => new Date('2024-06-01T00:00:00Z'), random: () => 0.5, hostname: '' };

/** The list `ids` contains `a`. */
let lists: Lists = new Map();
before(async () => {
  lists = new Map([['ids', await IdList.from([Buffer.from('a\n')], 1, async () => undefined)]]);
});

function passes(constraint: Constraint, context: EvaluationContext): boolean {
  return compileConstraint(constraint, lists).test(context, effects, beginOutcome());
}

/** A constraint per operator, with a matching and a non-matching value. */
const examples: Record<Operator, { values?: string[]; value?: string; meets: string; fails: string }> = {
  IN: { values: ['a', ' b '], meets: 'b', fails: 'c' },
  NOT_IN: { values: ['a', ' b '], meets: 'c', fails: 'b' },
  STR_ENDS_WITH: { values: ['x', '.com'], meets: 'a.com', fails: '.com.a' },
  STR_STARTS_WITH: { values: ['x', '.com'], meets: '.com.a', fails: 'a.com' },
  STR_CONTAINS: { values: ['x', '.com'], meets: 'a.com.b', fails: 'a.COM' },
  NUM_EQ: { value: '12', meets: '12.0', fails: '12.5' },
  NUM_GT: { value: '12', meets: '12.5', fails: '12' },
  NUM_GTE: { value: '12', meets: '12', fails: '11.9' },
  NUM_LT: { value: '12', meets: '-3', fails: '12' },
  NUM_LTE: { value: '12', meets: '12', fails: '12.1' },
  DATE_AFTER: { value: '2024-01-01T00:00:00Z', meets: '2024-01-01T00:00:00.001Z', fails: '2024-01-01T01:00:00+01:00' },
  DATE_BEFORE: { value: '2024-01-01T00:00:00Z', meets: '2023-12-31T23:59:59Z', fails: '2024-01-01T01:00:00+01:00' },
  SEMVER_EQ: { value: '1.2.3', meets: '1.2.3', fails: 'v1.2.3' },
  SEMVER_GT: { value: '1.2.3', meets: '1.2.10', fails: '1.2.3-rc.1' },
  SEMVER_LT: { value: '1.2.3', meets: '1.2.3-rc.1', fails: '1.2.3' },
  SEMVER_GTE: { value: '1.2.3', meets: '1.2.3', fails: '1.2' },
  SEMVER_LTE: { value: '1.2.3', meets: '1.2.3', fails: '1.2.4' },
  REGEX: { value: '^a+$', meets: 'aaa', fails: 'ab' },
  IN_CIDR: { values: ['nonsense', '10.0.0.0/8', '2001:db8::/32'], meets: '10.255.0.1', fails: '11.0.0.1' },
  IN_LIST: { value: 'ids', meets: 'a', fails: 'ids' },
};

/** Operators that pass without the field, before inversion. Dates fall back to the clock (June 2024). */
const holdsWithoutField = new Set<Operator>(['NOT_IN', 'DATE_AFTER']);

describe('a constraint', () => {
  for (const operator of operators) {
    const { meets, fails, ...rest } = examples[operator];
    const contextName = operator.startsWith('DATE_') ? 'currentTime' : 'field';

    for (const inverted of [false, true]) {
      const constraint = { contextName, operator, inverted, ...rest };

      it(`${inverted ? 'inverts' : 'evaluates'} ${operator}`, () => {
        assert.equal(passes(constraint, { [contextName]: meets }), !inverted, meets);
        assert.equal(passes(constraint, { [contextName]: fails }), inverted, fails);
      });

      it(`evaluates ${inverted ? 'inverted ' : ''}${operator} without the field`, () => {
        for (const context of [{}, { [contextName]: '' }, { properties: { [contextName]: null } }]) {
          assert.equal(passes(constraint, context), holdsWithoutField.has(operator) !== inverted);
        }
      });
    }
  }

  it('is false for an unknown operator, even when inverted', () => {
    for (const inverted of [false, true]) {
      const unknown = compileConstraint({ contextName: 'field', operator: 'SOUNDS_LIKE' as Operator, inverted, values: ['a'] });
      assert.equal(unknown.known, false);
      assert.equal(unknown.test({ field: 'a' }, effects, beginOutcome()), false);
    }
  });

  it('is false for a list without content, even when inverted', () => {
    for (const inverted of [false, true]) {
      const missing = compileConstraint({ contextName: 'field', operator: 'IN_LIST', inverted, value: 'other' }, lists);
      assert.deepEqual([missing.known, missing.test({ field: 'a' }, effects, beginOutcome())], [false, false]);
    }
  });

  it('is the opposite when inverted, for any known operator and any context', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', '1', '12.0', '1.2.3', '10.0.0.1', '2024-01-01T00:00:00Z', 'a'));
    const constraint = fc.record({
      contextName: fc.constantFrom('field', 'userId'),
      operator: fc.constantFrom(...operators.filter((operator) => operator !== 'IN_LIST')),
      values: fc.array(text),
      value: text,
    });
    const context = fc.record({ field: text, userId: text, currentTime: text }, { requiredKeys: [] });
    fc.assert(
      fc.property(constraint, context, (plain, given) => {
        assert.equal(passes({ ...plain, inverted: true }, given), !passes(plain, given));
      }),
      { numRuns: 1000 },
    );
  });

  it('looks up a field at the top level first, then in the properties', () => {
    const constraint: Constraint = { contextName: 'plan', operator: 'IN', values: ['gold', '7', 'true'] };
    assert.ok(passes(constraint, { properties: { plan: 'gold' } }));
    assert.ok(!passes(constraint, { plan: 'tin', properties: { plan: 'gold' } }));
    assert.ok(passes(constraint, { plan: '', properties: { plan: 'gold' } }));
    assert.ok(passes(constraint, { plan: 7 }));
    assert.ok(passes(constraint, { plan: true }));
  });

  it('ignores inherited members', () => {
    for (const contextName of ['constructor', 'toString', '__proto__', 'properties']) {
      assert.ok(passes({ contextName, operator: 'NOT_IN', values: [] }, { properties: {} }));
      assert.ok(!passes({ contextName, operator: 'STR_CONTAINS', values: ['o'] }, { properties: {} }));
    }
  });

  it('honors caseInsensitive for STR operators and REGEX, but not for IN', () => {
    const insensitive = { contextName: 'field', caseInsensitive: true };
    assert.ok(passes({ ...insensitive, operator: 'STR_ENDS_WITH', values: ['.COM'] }, { field: 'a.Com' }));
    assert.ok(passes({ ...insensitive, operator: 'REGEX', value: '^abc$' }, { field: 'ABC' }));
    assert.ok(!passes({ ...insensitive, operator: 'IN', values: ['A'] }, { field: 'a' }));
  });

  it('treats a blank number as missing, not as zero', () => {
    assert.ok(!passes({ contextName: 'field', operator: 'NUM_EQ', value: '' }, { field: '0' }));
    assert.ok(!passes({ contextName: 'field', operator: 'NUM_EQ', value: '0' }, { field: ' ' }));
  });

  it('treats missing values as an empty list', () => {
    assert.ok(!passes({ contextName: 'field', operator: 'IN' }, { field: 'a' }));
    assert.ok(passes({ contextName: 'field', operator: 'NOT_IN' }, { field: 'a' }));
  });

  it('reports a read of the clock only if the context has no time', () => {
    const { test } = compileConstraint({ contextName: 'anything', operator: 'DATE_AFTER', value: '2024-01-01T00:00:00Z' });
    const withTime = beginOutcome();
    test({ currentTime: '2025-01-01T00:00:00Z' }, effects, withTime);
    assert.equal(withTime.readClock, false);
    const withoutTime = beginOutcome();
    assert.ok(test({}, effects, withoutTime));
    assert.equal(withoutTime.readClock, true);
  });

  it('matches an evil pattern in linear time', () => {
    const evil: Constraint = { contextName: 'field', operator: 'REGEX', value: '^(a+)+$' };
    assert.ok(!passes(evil, { field: `${'a'.repeat(5000)}!` }));
  });

  describe('beyond its limits', () => {
    const texts = (length: number) => ({ field: 'a'.repeat(length) });
    /** Each with a length of text that is tried and passes unless inverted, and one that exceeds the limit. */
    const expensive: readonly (readonly [Constraint, tried: number, refused: number])[] = [
      [{ contextName: 'field', operator: 'REGEX', value: 'a?'.repeat(450) }, 200, 300],
      [{ contextName: 'field', operator: 'REGEX', value: '^a+' }, 40_000, 60_000],
      [{ contextName: 'field', operator: 'STR_CONTAINS', values: ['a', ...Array.from({ length: 999 }, () => 'b')] }, 500, 700],
      [{ contextName: 'field', operator: 'STR_CONTAINS', values: ['A'], caseInsensitive: true }, 100_000, 1_000_000],
      [{ contextName: 'field', operator: 'STR_ENDS_WITH', values: ['A'], caseInsensitive: true }, 100_000, 1_000_000],
      [{ contextName: 'field', operator: 'NUM_LT', value: '1', inverted: true }, 100_000, 2_000_000],
      [{ contextName: 'field', operator: 'SEMVER_LT', value: '1.0.0', inverted: true }, 100_000, 2_000_000],
      [{ contextName: 'field', operator: 'IN_CIDR', values: ['::/0'], inverted: true }, 100_000, 2_000_000],
    ];
    for (const [constraint, tried, refused] of expensive) {
      const { operator, value = '', values = [] } = constraint;

      it(`fails, inverted or not: ${operator} with ${value.slice(0, 10)}${values.length} values and ${refused} characters`, () => {
        assert.ok(passes(constraint, texts(tried)));
        assert.ok(!passes(constraint, texts(refused)));
        assert.ok(!passes({ ...constraint, inverted: !constraint.inverted }, texts(refused)));
      });
    }

    it('fails for a list that exceeds the step limit, whatever the text', () => {
      const among = (count: number) =>
        passes({ contextName: 'field', operator: 'STR_ENDS_WITH', values: Array(count).fill('a') }, texts(1));
      assert.deepEqual([among(90_000), among(110_000)], [true, false]);
    });

    for (const value of ['((a{1000}){1000}){1000}|b', `${'(a?){1000}'.repeat(30)}$`, `b${'|a'.repeat(1000)}`]) {
      it(`fails, inverted or not, whatever the context: ${value.slice(0, 30)}`, () => {
        for (const inverted of [false, true]) {
          for (const context of [{ field: 'b' }, {}])
            assert.ok(!passes({ contextName: 'field', operator: 'REGEX', value, inverted }, context));
        }
      });
    }

    it('leaves the steps to less expensive constraints, and reports its reason', () => {
      const outcome = beginOutcome();
      const test = (constraint: Constraint) => compileConstraint(constraint).test(texts(300), effects, outcome);
      assert.ok(!test({ contextName: 'field', operator: 'REGEX', value: 'a?'.repeat(450) }));
      assert.equal(outcome.steps, undefined);
      assert.match(outcome.refusal ?? '', /would exceed the limit of 300000 steps per evaluation/);
      assert.ok(test({ contextName: 'field', operator: 'REGEX', value: 'a' }));
      assert.ok(!test({ contextName: 'field', operator: 'REGEX', value: 'a{1000}{1000}' }));
      assert.match(outcome.refusal ?? '', /instructions; the maximum is 1500/);
    });
  });

  for (const operator of ['IN', 'IN_CIDR'] as const) {
    it(`finds one of very many values of ${operator} without looking at the others`, () => {
      const count = 200_000;
      const values = Array.from({ length: count }, (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
      const { test } = compileConstraint({ contextName: 'field', operator, values });
      // A linear search would not end before the limit of a test.
      for (let index = 0; index < count; index += 1) assert.ok(test({ field: values[index] }, effects, beginOutcome()));
    });
  }
});
