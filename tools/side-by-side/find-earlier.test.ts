import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepository } from '../testing/repository.fixture.ts';
import { findEarlier } from './find-earlier.ts';

describe('findEarlier', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'side-by-side-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const first = 'services/shop/src/migrations/0001-first.ts';

  it('finds no commit without a history or with a single migration', () => {
    deepEqual(findEarlier(folder), { nothing: 'there is no git history' });
    const { commit } = openRepository(folder);
    commit('readme', 'x');
    commit(first, 'one');
    deepEqual(findEarlier(folder), { nothing: 'no migration was added after the first ones' });
  });

  it('finds the commit before the last migration was added', () => {
    const { commit } = openRepository(folder);
    commit(first, 'one');
    const before = commit('readme', 'x');
    commit('services/shop/src/base/migrations/0002-second.ts', 'two');
    commit('readme', 'y');
    deepEqual(findEarlier(folder), { commit: before });
  });

  it('finds no commit when an older migration was edited', () => {
    const { commit } = openRepository(folder);
    const before = commit(first, 'one');
    commit('packages/store/src/migrations/0002-second.ts', 'two');
    commit(first, 'another');
    deepEqual(findEarlier(folder), { nothing: `${first} was edited after ${before.slice(0, 8)}, before the first release` });
  });
});
