import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitProblems } from './commit-problems.ts';
import { openRepository } from './repository.fixture.ts';

describe('commitProblems', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'signalbox-commits-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('reports subjects of commits after the baseline', () => {
    const { commit } = openRepository(folder);
    const since = commit('a', 'an old subject');
    commit('b', 'store: bind values');
    deepEqual(commitProblems(folder, since), []);
    commit('c', 'WIP');
    equal(commitProblems(folder, since).length, 1);
  });

  it('reports nothing without a history', () => {
    deepEqual(commitProblems(folder), []);
    openRepository(folder);
    deepEqual(commitProblems(folder), []);
  });
});
