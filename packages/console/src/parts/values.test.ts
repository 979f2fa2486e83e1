import { deepEqual } from 'node:assert/strict';
import { valuesIn, withValues } from './values.ts';

describe('values that are pasted', () => {
  it('are divided by lines and commas', () => deepEqual(valuesIn('SE, NO\r\nFI\n\n,DK '), ['SE', 'NO', 'FI', 'DK']));
  it('keep blanks inside', () => deepEqual(valuesIn('New York'), ['New York']));
  it('are each there once', () => deepEqual(withValues(['SE'], 'NO,SE,NO'), ['SE', 'NO']));
  it('are none in nothing', () => deepEqual(valuesIn(' , \n'), []));
});
