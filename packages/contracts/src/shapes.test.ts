import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type, type TSchema } from 'typebox';
import { operators } from './operators.ts';
import { EnvironmentName, mapOf, nullable, UrlFriendlyName } from './shapes.ts';

const coercing = new Ajv2020({ coerceTypes: true });

/** The object whose property `field` was validated with coercion, or undefined if it was rejected. */
function coerced(schema: TSchema, value: unknown): { field: unknown } | undefined {
  const holder = { field: value };
  return coercing.validate({ type: 'object', properties: { field: schema } }, holder) ? holder : undefined;
}

describe('mapOf', () => {
  it('validates the values under all names, including names with line breaks', () => {
    for (const name of ['', 'a', 'a\nb', '\n', '\u2028']) {
      assert.deepEqual(coerced(mapOf(Type.Integer()), { [name]: '7' }), { field: { [name]: 7 } });
      assert.equal(coerced(mapOf(Type.Integer()), { [name]: 'seven' }), undefined);
    }
  });
});

describe('nullable', () => {
  for (const schema of [Type.String(), Type.Integer(), Type.Boolean(), Type.Object({}), Type.Array(Type.String()), Type.Enum(['a', 'b'])]) {
    it(`accepts null without coercion for ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(coerced(nullable(schema), null), { field: null });
    });
  }

  it('preserves the empty string and zero, which coercion turns into null in a union', () => {
    assert.deepEqual(coerced(nullable(Type.String()), ''), { field: '' });
    assert.deepEqual(coerced(nullable(Type.Integer()), 0), { field: 0 });
    assert.deepEqual(coerced(Type.Union([Type.String(), Type.Null()]), ''), { field: null });
    assert.deepEqual(coerced(Type.Union([Type.Integer(), Type.Null()]), 0), { field: null });
  });

  it('preserves the rules of the original schema', () => {
    assert.deepEqual(coerced(nullable(Type.String({ minLength: 2 })), 'ab'), { field: 'ab' });
    assert.equal(coerced(nullable(Type.String({ minLength: 2 })), 'a'), undefined);
    assert.equal(coerced(nullable(Type.Enum(['a', 'b'])), 'c'), undefined);
  });

  it('rejects a schema without a type', () => {
    assert.throws(() => nullable(Type.Unknown()), TypeError);
    assert.throws(() => nullable(Type.Literal('a')), TypeError);
    assert.throws(() => nullable(Type.Union([Type.String(), Type.Integer()])), TypeError);
  });
});

describe('UrlFriendlyName', () => {
  const accepts = coercing.compile(UrlFriendlyName);

  for (const name of ['a', 'checkout.v2', "A-Z_a.z!~*'()0-9", '...', '.a', 'x'.repeat(100)]) {
    it(`accepts ${name.slice(0, 20)}`, () => {
      assert.equal(accepts(name), true);
      assert.equal(encodeURIComponent(name), name);
    });
  }

  for (const name of ['', ' a', 'a b', 'a\n', '.', '..', 'a/b', 'a?b', 'a#b', 'a%20b', 'a:b', 'a@b', 'é', 'x'.repeat(101)]) {
    it(`rejects ${JSON.stringify(name.slice(0, 20))}`, () => assert.equal(accepts(name), false));
  }

  it('agrees with encodeURIComponent on every ASCII character', () => {
    const characters = Array.from({ length: 128 }, (_, code) => `x${String.fromCharCode(code)}`);
    assert.deepEqual(
      characters.filter((name) => accepts(name)),
      characters.filter((name) => encodeURIComponent(name) === name),
    );
  });
});

describe('EnvironmentName', () => {
  const accepts = coercing.compile(EnvironmentName);

  for (const name of ['production', 'eu-west_1.blue~2']) it(`accepts ${name}`, () => assert.equal(accepts(name), true));

  for (const name of ['', '.', '..', 'a b', 'a!b', "a'b", '(a)', 'x'.repeat(101)]) {
    it(`rejects ${JSON.stringify(name.slice(0, 20))}`, () => assert.equal(accepts(name), false));
  }
});

describe('the operators', () => {
  it('are the fifteen of the specification, four that current SDKs add, and one that only servers evaluate', () => {
    const specified = [
      'NOT_IN',
      'IN',
      'STR_ENDS_WITH',
      'STR_STARTS_WITH',
      'STR_CONTAINS',
      'NUM_EQ',
      'NUM_GT',
      'NUM_GTE',
      'NUM_LT',
      'NUM_LTE',
    ];
    const ordered = ['DATE_AFTER', 'DATE_BEFORE', 'SEMVER_EQ', 'SEMVER_GT', 'SEMVER_LT'];
    const added = ['SEMVER_GTE', 'SEMVER_LTE', 'REGEX', 'IN_CIDR'];
    assert.deepEqual([...operators], [...specified, ...ordered, ...added, 'IN_LIST']);
  });
});
