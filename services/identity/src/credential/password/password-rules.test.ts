import { deepEqual } from 'node:assert/strict';
import { weaknessesOf } from './password-rules.ts';

describe('a password', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'Passw0rd!x': [],
    'a lever, a bell, a lamp': [],
    'Passw0rd!': ['fewer than 10 characters'],
    'aaaBBB111!!!': ['the same character three times in a row'],
    'open the box': ['without an upper-case letter', 'without a number'],
    A: ['fewer than 10 characters', 'without a lower-case letter', 'without a number', 'without a special character'],
  };
  for (const [password, weaknesses] of Object.entries(cases))
    it(`${password} ${weaknesses.join(' and ') || 'is strong'}`, () => deepEqual(weaknessesOf(password), weaknesses));
});
