import { deepEqual } from 'node:assert/strict';
import { linesOf, toggled } from './fields.ts';

describe('fields', () => {
  it('read lines without blanks and empty ones', () => deepEqual(linesOf(' a \n\n b c\n'), ['a', 'b c']));
  it('take a value in, and out again', () => {
    deepEqual(toggled(['a'], 'b'), ['a', 'b']);
    deepEqual(toggled(['a', 'b'], 'a'), ['b']);
  });
});
