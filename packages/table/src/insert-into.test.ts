import { deepEqual } from 'node:assert/strict';
import { rowsPerStatement } from './insert-into.ts';

describe('rowsPerStatement', () => {
  it('keeps all rows in order, in at most seven different numbers', () => {
    const sizes = new Set<number>();
    for (let count = 0; count <= 300; count += 1) {
      const rows = Array.from({ length: count }, (_, index) => index);
      const statements = [...rowsPerStatement(rows)];
      deepEqual(statements.flat(), rows);
      for (const { length } of statements) sizes.add(length);
    }
    deepEqual(
      [...sizes].toSorted((one, other) => one - other),
      [1, 2, 4, 8, 16, 32, 64],
    );
  });
});
