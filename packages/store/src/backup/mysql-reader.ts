import { createConnection } from 'mysql2';
import { schemaOf, type StoreOptions } from '../location.ts';
import { mysqlServer } from '../dialect/mysql-url.ts';
import { UnusableSchema } from '../store.ts';
import type { SnapshotReader, Value } from './snapshot-reader.ts';

const connectTimeoutMs = 5000;

/** Seconds that the server waits for a slow reader. Statements have no time limit. */
const sessionStatements = [
  'set session transaction isolation level repeatable read',
  'set session net_write_timeout = 3600, wait_timeout = 28800 /*M!, max_statement_time = 0 */ /*!80000 , max_execution_time = 0, information_schema_stats_expiry = 0 */',
];

/** Reads the schemas in one transaction, at the moment when it began. It blocks no other transaction. */
export async function openMysqlReader(url: URL, options: readonly StoreOptions[]): Promise<SnapshotReader> {
  const connection = createConnection({
    ...mysqlServer(url),
    charset: 'utf8mb4_bin',
    supportBigNumbers: true,
    connectTimeout: connectTimeoutMs,
  });
  connection.on('error', () => undefined);
  const promised = connection.promise();
  const schemas = new Map(options.map((each) => [each.service, schemaOf(each)]));
  const nameOf = (service: string) => schemas.get(service) ?? '';
  const rowsOf = async <T>(text: string, values: string[] = []): Promise<T[]> => (await promised.query(text, values))[0] as T[];
  const columnsOf = (service: string) =>
    rowsOf<{ table: string; column: string }>(
      `select table_name as \`table\`, column_name as \`column\` from information_schema.columns
        where table_schema = ? order by table_name, ordinal_position`,
      [nameOf(service)],
    );
  const quoted = (service: string, table: string) => `\`${nameOf(service)}\`.\`${table}\``;
  try {
    for (const statement of sessionStatements) await promised.query(statement);
    await promised.query('start transaction with consistent snapshot, read only');
    for (const service of schemas.keys())
      if ((await columnsOf(service)).length === 0) throw new UnusableSchema(`there is no database ${nameOf(service)}`);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return {
    quoted,
    columnsOf,
    async nextIdOf(service, table) {
      const [made] = await rowsOf<Record<string, string>>(`show create table ${quoted(service, table)}`);
      const text = made?.['Create Table'] ?? '';
      const next = /\) ENGINE=.* AUTO_INCREMENT=(\d+)/.exec(text)?.[1];
      return next === undefined ? null : Number(next);
    },
    async *read(text) {
      const rows = connection.query({ sql: text, rowsAsArray: true }).stream();
      for await (const row of rows) yield row as Value[];
    },
    async close() {
      await promised.end();
    },
  };
}
