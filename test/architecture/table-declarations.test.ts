import { deepEqual } from 'node:assert/strict';
import { readCode } from './source.ts';
import { tablesAreDeclaredOnce } from './table-declarations.ts';

describe('table declarations', () => {
  it('exist only in src/tables of their service', () => deepEqual(tablesAreDeclaredOnce(readCode()), []));

  it('are reported elsewhere, and if they are entities', () => {
    const text = "const one = 1;\nexport const logTable = table('log', 'Log', {});\nconst log = defineEntity({ name: 'Log' });\n";
    deepEqual(
      tablesAreDeclaredOnce([
        { path: 'services/audit/src/log/planted.ts', text },
        { path: 'services/audit/src/tables/planted.ts', text },
        { path: 'services/audit/src/log/planted.test.ts', text },
      ]),
      ['services/audit/src/log/planted.ts:2', 'services/audit/src/log/planted.ts:3', 'services/audit/src/tables/planted.ts:3'].map(
        (location) => `${location} declare the table in src/tables`,
      ),
    );
  });
});
