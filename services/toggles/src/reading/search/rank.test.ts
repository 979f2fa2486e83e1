import { deepEqual, equal } from 'node:assert/strict';
import { bestOf, rankOf } from './rank.ts';

describe('the rank of a name', () => {
  const ranks: readonly (readonly [name: string, typed: string, rank: number])[] = [
    ['pay', 'pay', 0],
    ['pay-later', 'pay', 1],
    ['express-pay', 'pay', 2],
    ['checkout.pay', 'pay', 2],
    ['repay', 'pay', 3],
    ['übérpay', 'pay', 3],
    ['checkout', 'pay', 4],
    ['a(b', '(', 3],
    ['express-pay', 'exp pay', 3],
    ['express-pay', 'exp car', 4],
  ];
  for (const [name, typed, rank] of ranks) it(`is ${rank} for ${name} by ${typed}`, () => equal(rankOf(name, typed.split(' ')), rank));

  it('sorts the best first, and keeps the order of ties', () => {
    const names = ['repay', 'express-pay', 'pay-b', 'pay-a', 'pay', 'other'];
    const best = (limit: number) => bestOf(names, (name) => rankOf(name, ['pay']), limit);
    deepEqual(best(4), ['pay', 'pay-b', 'pay-a', 'express-pay']);
    deepEqual(best(10), ['pay', 'pay-b', 'pay-a', 'express-pay', 'repay', 'other']);
    deepEqual(best(1), ['pay']);
  });
});
