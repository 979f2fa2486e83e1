import { equal } from 'node:assert/strict';
import { sayCounts } from './say-counts.ts';

describe('counts in words', () => {
  const of = (strategies: number, segments: number, projects = 0) =>
    sayCounts([strategies, 'strategy', 'strategies'], [segments, 'segment', 'segments'], [projects, 'project', 'projects']);

  it('are one or several of those that there are', () => {
    equal(of(1, 0), '1 strategy');
    equal(of(0, 2), '2 segments');
    equal(of(1, 2), '1 strategy and 2 segments');
    equal(of(2, 1, 3), '2 strategies, 1 segment, and 3 projects');
  });
  it('are nothing where there is none', () => equal(of(0, 0), ''));
});
