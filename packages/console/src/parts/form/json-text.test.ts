import { deepEqual, equal } from 'node:assert/strict';
import { textOf, valueOf } from './json-text.ts';

describe('JSON text', () => {
  it('is parsed as JSON if valid, otherwise as a string', () => {
    deepEqual(['false', '12', '{"a":1}', 'blue', '"12"', ' '].map(valueOf), [false, 12, { a: 1 }, 'blue', '12', null]);
  });

  it('survives a round trip', () => {
    for (const value of [true, false, 0, 1.5, '', ' ', 'blue', '12', 'true', 'null', '"', { a: [1] }, null])
      deepEqual(valueOf(textOf(value)), value);
    equal(textOf('blue'), 'blue');
  });
});
