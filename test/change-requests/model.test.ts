import { ok } from 'node:assert/strict';
import { walk } from './model.ts';

describe('random sequences of commands on change requests', () => {
  it('match the responses and states of a simple model', async () => {
    const ends = await walk({ runs: 30, length: 20, seed: 1 });
    for (const state of ['In review', 'Approved', 'Applied', 'Cancelled', 'Rejected']) ok(ends.has(state), `no request ended ${state}`);
  });
});
