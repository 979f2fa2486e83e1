import type { Service } from '@signalbox/kit';
import { createConnection } from 'mysql2/promise';

/**
 * Schemas that apps have left, by what migrated them. To create and to drop forty tables takes a second and more; to empty them takes
 * none. They carry the prefix of the test run, which drops them when it ends.
 */
const left = new Map<string, LeftSchemas[]>();

interface LeftSchemas {
  /** The prefix of the app that made them. */
  readonly prefix: string;
  readonly schemas: readonly string[];
}

/** Leaves the schemas of an app that has closed to the next one of the same services. */
export function leaveSchemas(services: readonly Service[], schemas: LeftSchemas): void {
  const key = keyOf(services);
  left.set(key, [...(left.get(key) ?? []), schemas]);
}

/**
 * The prefix of schemas that an app of the same services has left, or undefined where there are none. Every row is gone and every
 * number begins again, also what says that migrations have run: so the next app runs them all, each statement of which is
 * harmless the second time, and gets from them what they insert.
 */
export async function takeSchemas(services: readonly Service[], url: string): Promise<string | undefined> {
  const found = left.get(keyOf(services))?.pop();
  if (found) await emptySchemas(url, found.schemas);
  return found?.prefix;
}

/** To delete more rows than that takes longer than to make their table again, which also begins its numbers again. */
const few = 500;

/** A service of the same name with other tables, as fixtures have them, is another service. */
const keyOf = (services: readonly Service[]): string =>
  JSON.stringify(services.map(({ name, migrations = [] }) => [name, migrations.map(({ up }) => up({ serial: '', exact: '' }))]));

async function emptySchemas(url: string, schemas: readonly string[]): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    // MySQL would answer how far numbers have come from what it knew a day ago.
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
