import { deepEqual } from 'node:assert/strict';
import { compareTexts } from './compare-texts.ts';

describe('compareTexts', () => {
  it('compares UTF-16 code units, independent of language', () => {
    deepEqual(['ä', 'b', 'B', 'a', 'a'].sort(compareTexts), ['B', 'a', 'a', 'b', 'ä']);
    deepEqual([compareTexts('a', 'b'), compareTexts('b', 'a'), compareTexts('a', 'a')], [-1, 1, 0]);
  });
});
