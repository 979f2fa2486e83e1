import { deepEqual } from 'node:assert/strict';
import { weaknessesOf } from './password-rules.ts';

describe('the password rules', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'Passw0rd!x': [],
    'a lever, a bell, a lamp': [],
    'Passw0rd!': ['fewer than 10 characters'],
    'aaaBBB111!!!': ['the same character three times in a row'],
    'open the box': ['without an upper-case letter', 'without a number'],
    A: ['fewer than 10 characters', 'without a lower-case letter', 'without a number', 'without a special character'],
  };
  for (const [password, weaknesses] of Object.entries(cases))
    it(`rate ${password} as ${weaknesses.join(' and ') || 'strong'}`, () => deepEqual(weaknessesOf(password), weaknesses));
});
