import { deepEqual } from 'node:assert/strict';
import { allowed, precompiled, statementsAreBuiltEachTime } from './precompiled.ts';
import { readCode } from './source.ts';

describe('precompiled statements', () => {
  it('exist only in the listed files', () => deepEqual(statementsAreBuiltEachTime(readCode()), []));

  it('still exist in each listed file', () => {
    const files = readCode().filter(({ path, text }) => path in allowed && text.match(precompiled));
    deepEqual(files.map(({ path }) => path).sort(), Object.keys(allowed).sort());
  });

  it('are reported in a planted file', () => {
    const planted = {
      path: 'services/audit/src/log/planted.ts',
      text: 'const find = compiled((db) => db);\nconst read = readTogether((db) => db);',
    };
    deepEqual(statementsAreBuiltEachTime([planted]), [
      'services/audit/src/log/planted.ts:1 builds a statement once: use the query builder, or list the file with its figure',
      'services/audit/src/log/planted.ts:2 builds a statement once: use the query builder, or list the file with its figure',
    ]);
  });
});
