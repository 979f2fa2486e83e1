import { equal } from 'node:assert/strict';
import { isDangerAbove } from './sheet-order.ts';

describe('the sheet that turns a feature off', () => {
  for (const [tap, expected] of [
    [400, true],
    [170, true],
    [110, false],
    [70, false],
    [40, true],
  ] as const)
    it(`places its button ${expected ? 'above' : 'below'} after a tap ${tap} px above the edge`, () => equal(isDangerAbove(tap), expected));
});
