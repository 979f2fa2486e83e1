import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { start, type TestApp } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { tablesOf } from './tables.ts';

/** What the interface says of each table: its columns with their types, as they are written. */
function declaredTables(): Map<string, Map<string, string>> {
  const source = readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8');
  const body = /export interface Tables \{\n([\s\S]*?)\n\}\n/.exec(source)?.[1] ?? '';
  const tables = [...body.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)];
  return new Map(
    tables.map(([, table = '', columns = '']) => [
      table,
      new Map(
        [...columns.matchAll(/(\w+): (string|number)( \| null)?;?/g)].map(([, name = '', type, orNull = '']) => [name, `${type}${orNull}`]),
      ),
    ]),
  );
}

const isNumeric = (dataType: string) => /int|bool|double|real|decimal/i.test(dataType);

interface Column {
  readonly name: string;
  readonly dataType: string;
  readonly isNullable: boolean;
}

/** The declared columns that the table lacks or has with another type. */
function mismatches(declared: ReadonlyMap<string, string>, stored: readonly Column[]): string[] {
  const typeOf = ({ dataType, isNullable }: Column) => `${isNumeric(dataType) ? 'number' : 'string'}${isNullable ? ' | null' : ''}`;
  const types = new Map(stored.map((column) => [column.name, typeOf(column)]));
  return [...declared].filter(([name, type]) => types.get(name) !== type).map(([name]) => name);
}

describe('tables', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  it('that queries are built on have the columns that the migrations make, with their types', async () => {
    const stored = await tablesOf(app.store('toggles').reader()).introspection.getTables();
    const declared = declaredTables();
    ok(declared.size > 15, `only ${declared.size} tables were found in the interface`);
    for (const [table, columns] of declared) {
      deepEqual(mismatches(columns, stored.find(({ name }) => name === table)?.columns ?? []), [], table);
    }
  });

  it('would be reported with a column that is missing, of another type, or null', () => {
    const declared = new Map(Object.entries({ name: 'string', seen_at: 'number | null', stale: 'number', more: 'string' }));
    const stored = [
      { name: 'name', dataType: 'varchar', isNullable: true },
      { name: 'seen_at', dataType: 'bigint', isNullable: true },
      { name: 'stale', dataType: 'text', isNullable: false },
    ];
    deepEqual(mismatches(declared, stored), ['name', 'stale', 'more']);
  });
});
