import { equal } from 'node:assert/strict';
import { formatCounts } from './format-counts.ts';

describe('counts in words', () => {
  const of = (strategies: number, segments: number, projects = 0) =>
    formatCounts([strategies, 'strategy', 'strategies'], [segments, 'segment', 'segments'], [projects, 'project', 'projects']);

  it('use the singular or the plural, and omit zeros', () => {
    equal(of(1, 0), '1 strategy');
    equal(of(0, 2), '2 segments');
    equal(of(1, 2), '1 strategy and 2 segments');
    equal(of(2, 1, 3), '2 strategies, 1 segment, and 3 projects');
  });
  it('are empty if all counts are zero', () => equal(of(0, 0), ''));
});
