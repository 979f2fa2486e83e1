import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { subjectProblems } from './english.ts';
import { root } from './source.ts';

/** Older subjects stay as they are. */
const baseline = 'cf4fe649';

describe('commit subjects', () => {
  it('are imperative and short', function () {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    let subjects: string;
    try {
      subjects = git('log', '--no-merges', '--format=%s', `${baseline}..HEAD`);
    } catch {
      this.skip(); // A checkout without history.
    }
    deepEqual(subjectProblems(subjects.split('\n').filter((subject) => subject !== '')), []);
  });

  it('are reported if they are passive, too long or without an area', () => {
    const good = ['store: bind values', 'kit, host: name the caller', 'change-requests: open a request'];
    const bad = ['bind values', 'store: values are bound', 'store: bound', `store: bind ${'x'.repeat(70)}`];
    deepEqual(subjectProblems(good), []);
    deepEqual(subjectProblems(bad).length, bad.length);
  });
});
