import { deepEqual } from 'node:assert/strict';
import { columnsOf } from './columns-of.ts';

describe('columnsOf', () => {
  for (const [text, columns] of [
    ['name,id\nAnn,1', ['name', 'id']],
    ['\uFEFFid', ['id']],
    ['"first, last" , id\r\n', ['first, last', 'id']],
    ['"a ""b""",,c', ['a "b"', '', 'c']],
    ['', ['']],
  ] as const) {
    it(`reads ${columns.length} columns of ${JSON.stringify(text)}`, () => deepEqual(columnsOf(text), columns));
  }
});
