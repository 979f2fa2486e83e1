import { equal, notEqual } from 'node:assert/strict';
import { openSlots, slot } from './slot.ts';

const names = slot(() => new Set<string>());
const length = slot((text: string) => ({ length: text.length }));

describe('a slot', () => {
  it('creates its value once per scope, from the object of the scope', () => {
    const [one, other] = [openSlots(() => 'four'), openSlots(() => 'seven')];
    equal(one(length).length, 4);
    equal(one(length), one(length));
    equal(other(length).length, 5);
  });

  it('shares no value with another scope, or with another slot that has the same factory', () => {
    const [one, other] = [openSlots(() => 'one'), openSlots(() => 'other')];
    notEqual(one(names), other(names));
    notEqual(one(names), one(slot(() => new Set<string>())));
  });
});
