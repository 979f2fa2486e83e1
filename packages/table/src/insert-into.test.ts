import { deepEqual } from 'node:assert/strict';
import { rowsPerStatement } from './insert-into.ts';

describe('rowsPerStatement', () => {
  it('keeps all rows in order, in statements of at most 64', () => {
    for (let count = 0; count <= 300; count += 1) {
      const rows = Array.from({ length: count }, (_, index) => index);
      const statements = [...rowsPerStatement(rows)];
      deepEqual(statements.flat(), rows);
      deepEqual(statements.length, Math.ceil(count / 64));
      deepEqual(
        statements.every(({ length }) => length <= 64),
        true,
      );
    }
  });
});
