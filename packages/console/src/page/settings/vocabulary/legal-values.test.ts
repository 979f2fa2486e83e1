import { deepEqual } from 'node:assert/strict';
import { legalValuesOf, linesOfLegalValues } from './legal-values.ts';

describe('legal values', () => {
  const lines = ['SE | Sweden', 'NO', 'a|b', 'x | y | z'];
  const values = [{ value: 'SE', description: 'Sweden' }, { value: 'NO' }, { value: 'a|b' }, { value: 'x', description: 'y | z' }];
  it('are parsed from lines', () => deepEqual(legalValuesOf(lines), values));
  it('are formatted as lines', () => deepEqual(linesOfLegalValues(values), lines));
});
