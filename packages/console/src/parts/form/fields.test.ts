import { deepEqual } from 'node:assert/strict';
import { linesOf, toggled } from './fields.ts';

describe('fields', () => {
  it('parse lines, dropping blanks and empty ones', () => deepEqual(linesOf(' a \n\n b c\n'), ['a', 'b c']));
  it('toggle a value', () => {
    deepEqual(toggled(['a'], 'b'), ['a', 'b']);
    deepEqual(toggled(['a', 'b'], 'a'), ['b']);
  });
});
