import { deepEqual, equal } from 'node:assert/strict';
import * as fc from 'fast-check';
import type { StrategySpec } from '../document/settings.schema.ts';
import { matchStrategies } from './match-strategies.ts';

const strategy = (title: string, key?: string): StrategySpec => ({ name: 'default', title, ...(key && { key }) });

describe('the counterparts of strategies', () => {
  it('have the same key, wherever they are and whatever changed', () => {
    deepEqual(matchStrategies([strategy('new', 'b'), strategy('a', 'a')], [strategy('a', 'a'), strategy('b', 'b')]), [1, 0]);
  });

  it('have the same content if they have no key', () => {
    deepEqual(matchStrategies([strategy('b'), strategy('a')], [strategy('a'), strategy('b')]), [1, 0]);
  });

  it('have the same content before one of them got a key', () => {
    deepEqual(matchStrategies([strategy('x'), strategy('b', 'k')], [strategy('a'), strategy('b')]), [0, 1]);
  });

  it('have the next position if nothing else is equal', () => {
    deepEqual(matchStrategies([strategy('c'), strategy('a'), strategy('d')], [strategy('a'), strategy('b')]), [1, 0, null]);
  });

  it('never have different keys', () => {
    deepEqual(matchStrategies([strategy('a', 'k1')], [strategy('a', 'k2')]), [null]);
  });

  it('are all found if strategies are only reordered', () => {
    const list = fc.array(fc.record({ name: fc.constantFrom('default', 'other'), title: fc.constantFrom('a', 'b', 'c') }), {
      maxLength: 6,
    });
    const reordered = list.chain((stored) => fc.tuple(fc.constant(stored), fc.shuffledSubarray(stored, { minLength: stored.length })));
    fc.assert(
      fc.property(reordered, ([stored, desired]) => {
        const matches = matchStrategies(desired, stored);
        for (const [index, match] of matches.entries()) deepEqual(stored[match ?? -1], desired[index]);
        equal(new Set(matches).size, stored.length);
      }),
    );
  });
});
