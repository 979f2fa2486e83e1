import { deepEqual } from 'node:assert/strict';
import { compareUntilEqual } from './compare-until-equal.ts';

describe('compareUntilEqual', () => {
  it('compares again after a difference, and ends once there is none', async () => {
    const results = [['checkout'], [], ['search']];
    deepEqual(await compareUntilEqual(async () => results.shift() ?? []), []);
    deepEqual(results, [['search']]);
  });
});
