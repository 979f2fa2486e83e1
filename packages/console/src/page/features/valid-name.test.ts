import { equal } from 'node:assert/strict';
import { UrlFriendlyName, validator } from '@signalbox/contracts';
import { validName } from './valid-name.ts';

describe('a valid name', () => {
  for (const [typed, name] of [
    ['My First Feature!', 'my-first-feature'],
    ['new-checkout', 'new-checkout'],
    ['New_Checkout!', 'New_Checkout!'],
    ['  Größe / Übersicht ', 'gro-e-ubersicht'],
    ['100 % off', '100-off'],
  ] as const)
    it(`is ${name} for "${typed}"`, () => {
      equal(validName(typed), name);
      equal(validator(UrlFriendlyName)(validName(typed)), true);
    });

  it('is empty for a text without letters and digits', () => equal(validName('日本'), ''));
});
