import { deepEqual } from 'node:assert/strict';
import { valuesIn, withValues } from './values.ts';

describe('pasted values', () => {
  it('are split at line breaks and commas', () => deepEqual(valuesIn('SE, NO\r\nFI\n\n,DK '), ['SE', 'NO', 'FI', 'DK']));
  it('keep inner blanks', () => deepEqual(valuesIn('New York'), ['New York']));
  it('are unique', () => deepEqual(withValues(['SE'], 'NO,SE,NO'), ['SE', 'NO']));
  it('are empty for empty text', () => deepEqual(valuesIn(' , \n'), []));
});
