import { deepEqual } from 'node:assert/strict';
import { propertiesIn } from './persona-properties.ts';

describe('the other fields of a test persona', () => {
  it('are lines of a field and its value', () =>
    deepEqual(propertiesIn(['country=SE', ' plan = gold=yes ', 'no value', '=nothing', 'empty=']), {
      country: 'SE',
      plan: 'gold=yes',
      empty: '',
    }));
});
