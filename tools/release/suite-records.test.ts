import { deepEqual } from 'node:assert/strict';
import { outdatedSuites } from './suite-records.ts';

const now = new Date('2026-12-08T12:00:00Z');
const distances: Readonly<Record<string, number>> = { near: 200, far: 201 };
const judge = (day: string, commit: string) =>
  outdatedSuites(['races'], new Map([['races', { day, commit, minutes: '1.0' }]]), { now, commitsSince: (at) => distances[at] });

describe('suites that a release requires', () => {
  it('may have passed seven days and 200 commits ago', () => deepEqual(judge('2026-12-01', 'near'), []));

  it('are outdated after seven days', () => deepEqual(judge('2026-11-30', 'near'), ['races last passed 8 days and 200 commits ago']));

  it('are outdated after 200 commits', () => deepEqual(judge('2026-12-08', 'far'), ['races last passed 0 days and 201 commits ago']));

  it('are outdated if the history lacks their commit, or if they have never passed', () => {
    deepEqual(judge('2026-12-08', 'lost'), ['races last passed at lost, which is not in this history']);
    deepEqual(outdatedSuites(['races'], new Map(), { now, commitsSince: () => 0 }), ['races has never passed']);
  });
});
