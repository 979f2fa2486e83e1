import { ok } from 'node:assert/strict';
import { countStops, ordinary } from './simulated-figures.ts';

// `npm run suite -- guards` simulates 1,000 releases of each kind.
describe('relative safeguards', () => {
  it('stop at most 5 % of the releases that change nothing, however often they look', () => {
    const { stopped } = countStops(ordinary, 60);
    ok(stopped <= 3, String(stopped));
  });

  it('stop at least 80 % of the releases with 20 % more errors within a day', () => {
    const { stopped } = countStops({ ...ordinary, ratio: 1.2 }, 20);
    ok(stopped >= 16, String(stopped));
  });
});
