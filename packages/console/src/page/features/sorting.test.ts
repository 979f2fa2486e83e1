import { deepEqual, equal } from 'node:assert/strict';
import { readSorting, sortingAfter, sortQuery } from './sorting.ts';

describe('the order of features', () => {
  it('is by name unless the address has another one', () => {
    for (const text of [undefined, '', 'nothing', '-constructor']) deepEqual(readSorting(text), { by: 'name', order: 'asc' });
    deepEqual(sortQuery(readSorting('changed')), { sortBy: 'changedAt', sortOrder: 'desc' });
    deepEqual(sortQuery(readSorting('reach:production')), { sortBy: 'reach:production', sortOrder: 'desc' });
    deepEqual(sortQuery(readSorting('-reach:production')), { sortBy: 'reach:production', sortOrder: 'asc' });
    deepEqual(readSorting('reach:'), { by: 'name', order: 'asc' });
    deepEqual(sortQuery(readSorting('-evaluated')), { sortBy: 'lastSeenAt', sortOrder: 'asc' });
  });

  it('is reversed by the second press', () => {
    equal(sortingAfter(readSorting('name'), 'changed'), 'changed');
    equal(sortingAfter(readSorting('changed'), 'changed'), '-changed');
    equal(sortingAfter(readSorting('-changed'), 'changed'), 'changed');
    equal(sortingAfter(readSorting(), 'name'), '-name');
  });
});
