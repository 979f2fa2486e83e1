import { deepEqual } from 'node:assert/strict';
import { allowed, parses, tablesDecode } from './decoding.ts';
import { readCode } from './source.ts';

describe('stored JSON', () => {
  it('is parsed by tables, except in the listed files', () => deepEqual(tablesDecode(readCode()), []));

  it('is parsed in every listed file', () => {
    const files = readCode().filter(({ path, text }) => path in allowed && text.match(parses));
    deepEqual(files.map(({ path }) => path).toSorted(), Object.keys(allowed).toSorted());
  });

  it('is reported in a planted file of a service with tables, and in no other', () => {
    const text = 'const names = JSON.parse(row.names) as string[];\n';
    const planted = ['services/shop/src/tables/tables.ts', 'services/shop/src/order.ts', 'services/door/src/order.ts'];
    deepEqual(tablesDecode(planted.map((path, at) => ({ path, text: at === 0 ? '' : text }))), [
      'services/shop/src/order.ts:1 parses JSON: read the column by a projection, or list the file with its reason',
    ]);
  });
});
