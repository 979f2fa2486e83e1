import { deepEqual } from 'node:assert/strict';
import { propertiesIn } from './persona-properties.ts';

describe('the other fields of a test user', () => {
  it('are lines of field and value', () =>
    deepEqual(propertiesIn(['country=SE', ' plan = gold=yes ', 'no value', '=nothing', 'empty=']), {
      country: 'SE',
      plan: 'gold=yes',
      empty: '',
    }));
});
