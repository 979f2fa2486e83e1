import { deepEqual, equal } from 'node:assert/strict';
import { Type } from 'typebox';
import { DateTime, nullable } from './shapes.ts';
import { validator } from './validator.ts';

const Item = Type.Object({
  on: Type.Optional(Type.Boolean()),
  names: Type.Array(Type.String(), { default: [] }),
  at: Type.Optional(DateTime),
});

describe('validator', () => {
  it('distinguishes valid from invalid values, including formats', () => {
    const isItem = validator(Item);
    deepEqual(
      [isItem({ names: ['a'] }), isItem({ names: 'a' }), isItem({ on: 'true', names: [] }), isItem(null)],
      [true, false, false, false],
    );
    deepEqual([isItem({ at: '2026-03-01T12:00:00Z' }), isItem({ at: 'tomorrow' })], [true, false]);
  });

  it('reports every problem, and none for a valid value', () => {
    const isItem = validator(Item);
    const problems = isItem.problemsOf({ on: 1, names: [2] });
    deepEqual(
      problems.map(({ instancePath, keyword }) => [instancePath, keyword]),
      [
        ['/on', 'type'],
        ['/names/0', 'type'],
      ],
    );
    deepEqual(isItem.problemsOf({}), []);
  });

  it('reports only the first problem of a large value', () => {
    const problems = validator(Item, 'scalars').problemsOf({ names: Array.from({ length: 300_000 }, () => ({})) });
    deepEqual(
      problems.map(({ instancePath }) => instancePath),
      ['/names/0'],
    );
  });

  it('refuses points in time that Date cannot represent', () => {
    const isItem = validator(Item);
    for (const at of ['2030-12-31T23:59:60Z', '2030-12-31T23:59:59+05', '2030-02-30T00:00:00Z'])
      equal(isItem({ at, names: [] }), false, at);
  });

  it('refuses infinite numbers, which JSON.parse makes of 1e400', () => {
    for (const coercion of ['nothing', 'scalars'] as const)
      for (const schema of [Type.Integer(), Type.Number(), Type.Union([Type.Integer(), Type.Null()])])
        equal(validator(schema, coercion)(JSON.parse('1e400')), false);
  });

  it('coerces a value as configured, and fills in defaults', () => {
    const read = (coercion: 'nothing' | 'scalars' | 'lists', value: object) => (validator(Item, coercion)(value) ? value : null);
    deepEqual(read('nothing', {}), { names: [] });
    deepEqual(read('scalars', { on: 'true' }), { on: true, names: [] });
    deepEqual(read('lists', { on: 'false', names: 'a' }), { on: false, names: ['a'] });
    equal(read('scalars', { names: 'a' }), null);
  });

  it('reads times without a zone as UTC in requests', () => {
    const isReport = validator(Type.Object({ at: nullable(DateTime), times: Type.Array(DateTime) }), 'scalars');
    const report = { at: '2026-11-29T08:46:50.123456', times: ['2026-11-29 08:46:50', '2026-11-29T08:46:50+02:00'] };
    equal(isReport(report), true);
    deepEqual(report, { at: '2026-11-29T08:46:50.123456Z', times: ['2026-11-29 08:46:50Z', '2026-11-29T08:46:50+02:00'] });
    for (const at of ['2026-11-29', '2026-11-31T00:00:00', '24:00:00', `2026-11-29T08:46:50.${'1'.repeat(64)}Z`])
      equal(isReport({ at, times: [] }), false, at);
    equal(validator(Item)({ names: [], at: '2026-11-29T08:46:50' }), false);
  });

  it('rejects null for a scalar, without coercing it', () => {
    const schema = Type.Object({
      on: Type.Optional(Type.Boolean()),
      count: Type.Optional(Type.Integer()),
      type: Type.Optional(Type.String()),
      list: Type.Optional(Type.Array(Type.Object({ default: Type.Number() }))),
      maybe: Type.Optional(nullable(Type.String())),
      kind: Type.Optional(Type.Enum(['a', 'b'])),
    });
    const check = validator(schema, 'scalars');
    for (const property of ['on', 'count', 'type', 'kind']) {
      deepEqual(
        check.problemsOf({ [property]: null }).map(({ instancePath }) => instancePath),
        [`/${property}`],
      );
    }
    deepEqual(
      check.problemsOf({ list: [{ default: null }] }).map(({ instancePath }) => instancePath),
      ['/list/0/default'],
    );
    const sent = { on: 'true', count: '7', type: 7, list: [], maybe: null };
    deepEqual([check(sent), sent], [true, { on: true, count: 7, type: '7', list: [], maybe: null }]);
  });

  it('rejects false, true and an empty text for a number that may be null', () => {
    const check = validator(Type.Object({ limit: nullable(Type.Integer({ minimum: 0 })) }), 'scalars');
    const read = (limit: unknown) => {
      const value = { limit };
      return check(value) ? value.limit : 'invalid';
    };
    deepEqual([false, true, '', -1, '-1', 'x'].map(read), Array(6).fill('invalid'));
    deepEqual([null, 0, 7, '7'].map(read), [null, 0, 7, 7]);
    equal(check.problemsOf({ limit: '' })[0]?.keyword, 'not');
    const absent = {};
    equal(validator(Type.Object({ count: nullable(Type.Integer({ default: 0 })) }), 'scalars')(absent), true);
    deepEqual(absent, { count: 0 });
    const any = validator(Type.Unsafe<unknown>({ type: ['boolean', 'number', 'string', 'null'] }), 'scalars');
    deepEqual([false, '', null].map(any), [true, true, true]);
  });
});
