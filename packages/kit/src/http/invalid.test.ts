import { validator } from '@signalbox/contracts';
import { deepEqual, equal, ok } from 'node:assert/strict';
import { Type } from 'typebox';
import { invalid } from './invalid.ts';

const Input = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5, pattern: '^[a-z]*$' }),
    password: Type.Optional(Type.String({ minLength: 3 })),
    weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    parts: Type.Optional(Type.Array(Type.Unknown(), { minItems: 2 })),
    at: Type.Optional(Type.String({ format: 'date-time' })),
    email: Type.Optional(Type.String({ format: 'email' })),
    type: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    kind: Type.Optional(Type.Literal('flag')),
    mode: Type.Optional(Type.String({ enum: ['open', 'closed'] })),
    extra: Type.Optional(Type.Record(Type.String(), Type.String(), { maxProperties: 1 })),
    share: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5 })),
  },
  { additionalProperties: false },
);
const isInput = validator(Input);

const cases: Readonly<Record<string, readonly [input: unknown, message: string]>> = {
  'a missing property': [{}, 'name is required'],
  'an unknown property': [{ name: 'a', nmae: 1 }, 'the body has the unknown property nmae'],
  'an empty text': [{ name: '' }, 'name must not be empty'],
  'a long text': [{ name: 'abcdef' }, 'name must have at most 5 characters; got "abcdef"'],
  'a short secret, which it does not repeat': [
    { name: 'a', password: 'x' },
    'password must have at least 3 characters; got something else',
  ],
  'a text that does not match': [{ name: 'A' }, 'name must match the pattern ^[a-z]*$; got "A"'],
  'another type': [{ name: 5 }, 'name must be a string; got 5'],
  'a fraction': [{ name: 'a', weight: 1.5 }, 'weight must be an integer; got 1.5'],
  'a small number': [{ name: 'a', weight: -1 }, 'weight must be 0 or more; got -1'],
  'a large number': [{ name: 'a', weight: 1001 }, 'weight must be 1000 or less; got 1001'],
  'a number on an open lower bound': [{ name: 'a', share: 0 }, 'share must be more than 0; got 0'],
  'a number on an open upper bound': [{ name: 'a', share: 1 }, 'share must be less than 1; got 1'],
  'a number between steps': [{ name: 'a', share: 0.3 }, 'share must be a multiple of 0.5; got 0.3'],
  'an empty list': [{ name: 'a', tags: [] }, 'tags must not be empty'],
  'a short list': [{ name: 'a', parts: [1] }, 'parts must have at least 2 entries; got [1]'],
  'a long list': [{ name: 'a', tags: ['a', 'b', 'c'] }, 'tags must have at most 2 entries; got ["a","b","c"]'],
  'an entry that comes twice': [{ name: 'a', tags: ['a', 'a'] }, 'tags must not contain duplicates; entries 0 and 1 are the same'],
  'a bad entry of a list': [{ name: 'a', tags: [null] }, 'tags/0 must be a string; got null'],
  'a time': [{ name: 'a', at: 'today' }, 'at must be a date-time such as 2026-01-31T12:00:00Z; got "today"'],
  'an email address': [{ name: 'a', email: 'me' }, 'email must be an email address; got "me"'],
  'another literal': [{ name: 'a', kind: 'x' }, 'kind must be "flag"; got "x"'],
  'none of a list of values': [{ name: 'a', mode: 'ajar' }, 'mode must be one of open, closed; got "ajar"'],
  'many properties': [{ name: 'a', extra: { a: '1', b: '2' } }, 'extra must have at most 1 property; got {"a":"1","b":"2"}'],
  'a body that is none': ['x', 'the body must be an object; got "x"'],
};

describe('invalid', () => {
  it('lists at most a hundred properties, and counts all of them', () => {
    const problems = validator(Type.Array(Type.String())).problemsOf(Array.from({ length: 500 }, () => 1));
    const failure = invalid(problems);
    deepEqual([failure.details.length, failure.message], [100, '0 must be a string; got 1 (and 499 more, see details)']);
  });

  it('does not offer null where it would be refused', () => {
    const problems = validator(Type.Object({ on: Type.Boolean() }), 'scalars').problemsOf({ on: 'perhaps' });
    equal(invalid(problems).details[0]?.message, 'on must be true or false; got "perhaps"');
  });

  for (const [what, [input, message]] of Object.entries(cases)) {
    it(`names the property and the expected value, for ${what}`, () => {
      const { name, details } = invalid(isInput.problemsOf(input)).body('one');
      deepEqual([name, details[0]?.message], ['ValidationError', message]);
    });
  }

  it('states how many more problems the details list', () => {
    equal(invalid(isInput.problemsOf({ name: '', weight: -1 })).message, 'name must not be empty (and 1 more, see details)');
  });

  it('repeats at most a hundred characters of the input', () => {
    ok(invalid(isInput.problemsOf({ name: 'x'.repeat(500) })).message.length < 200);
  });
});
