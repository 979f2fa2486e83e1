import { equal, notEqual } from 'node:assert/strict';
import { compositeKey } from './composite-key.ts';

describe('compositeKey', () => {
  it('returns the same key for the same parts, and another for any others', () => {
    equal(compositeKey('a', 1), compositeKey('a', '1'));
    for (const other of [
      ['a b', 'c'],
      ['a', 'b c'],
      ['a', 'b', 'c'],
      ['a\nb', 'c'],
      ['a,b', 'c'],
      ['', 'a', 'b c'],
    ])
      for (const one of [
        ['a', 'b', 'c', ''],
        ['a/b', 'c'],
      ])
        notEqual(compositeKey(...one), compositeKey(...other));
  });
});
