import { deepEqual, ok } from 'node:assert/strict';
import { uncovered } from './feature-naming.ts';

describe('feature naming', () => {
  const names = Array.from({ length: 50 }, (_, index) => `feature-${index}`);

  it('finds the names that do not match a pattern', async () => {
    deepEqual(await uncovered('feature-\\d', names), names.slice(10));
    deepEqual(await uncovered('(?<any>.*)', names), []);
  });

  it('yields to other work between names for a large pattern', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await uncovered('(a?){280}', names);
    isOver = true;
    ok(turns >= 40, `${turns} turns`);
  });
});
