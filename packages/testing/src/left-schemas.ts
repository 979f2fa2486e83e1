import type { Service } from '@signalbox/kit';
import { createConnection } from 'mysql2/promise';

/**
 * Reusable schemas of closed apps, by their migrations. Creating and dropping forty tables takes over a second, emptying them almost no
 * time. Their names have the prefix of the test run, which drops them at its end.
 */
const left = new Map<string, LeftSchemas[]>();

interface LeftSchemas {
  /** Prefix of the app that created them. */
  readonly prefix: string;
  readonly schemas: readonly string[];
}

/** Leaves the schemas of a closed app to the next one with the same services. */
export function leaveSchemas(services: readonly Service[], schemas: LeftSchemas): void {
  const key = keyOf(services);
  left.set(key, [...(left.get(key) ?? []), schemas]);
}

/**
 * Returns the prefix of schemas of an earlier app with the same services, or undefined. All rows are deleted and all numbers reset,
 * including the list of executed migrations. So the next app runs all migrations again, which is safe, and gets the rows that they insert.
 */
export async function takeSchemas(services: readonly Service[], url: string): Promise<string | undefined> {
  const found = left.get(keyOf(services))?.pop();
  if (found) await emptySchemas(url, found.schemas);
  return found?.prefix;
}

/** Deleting more rows takes longer than recreating their table, which also resets its numbers. */
const few = 500;

/** A service of the same name with other tables, as in fixtures, counts as another service. */
const keyOf = (services: readonly Service[]): string =>
  JSON.stringify(
    services.map(({ name, migrations = [] }) => [
      name,
      migrations.map(({ up }) => up({ serial: '', exact: '', widen: (...column) => column })),
    ]),
  );

async function emptySchemas(url: string, schemas: readonly string[]): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    // Otherwise MySQL may return auto-increment values that are a day old.
    await connection.query('set foreign_key_checks = 0 /*!80000 , information_schema_stats_expiry = 0 */');
    for (const schema of schemas) await connection.query((await emptyingStatements(schema)).join(';'));
  } finally {
    connection.destroy();
  }

  async function emptyingStatements(schema: string): Promise<string[]> {
    const [rows] = await connection.query(
      `select table_name as name, coalesce(auto_increment, 1) > 1 or table_rows > ${few} as isTruncated
        from information_schema.tables where table_schema = ?`,
      [schema],
    );
    const tables = (rows as { name: string; isTruncated: number }[]).map((row) => ({ ...row, name: `\`${schema}\`.\`${row.name}\`` }));
    const [truncated, others] = [tables.filter((table) => table.isTruncated), tables.filter((table) => !table.isTruncated)];
    const deletes = others.map(({ name }) => `delete from ${name}`);
    return ['start transaction', ...deletes, 'commit', ...truncated.map(({ name }) => `truncate table ${name}`)];
  }
}
