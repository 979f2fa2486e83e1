import { Client } from 'pg';

/** A database that is only read, as it was when it was opened. */
export interface Database {
  /** All rows of a table, or none if this version lacks the table. Values are those of JSON. */
  rows<Row>(table: string, options?: RowOptions): Promise<Row[]>;
  /** The greatest value of a numeric column, or 0. */
  max(table: string, column: string): Promise<number>;
  close(): Promise<void>;
}

/** Rows with a greater value in an ordered column, and their number. */
interface RowOptions {
  readonly above: { readonly column: string; readonly value: number };
  readonly limit: number;
}

/** Opens a PostgreSQL database. All reads see the same moment. Throws if it cannot connect. */
export async function openDatabase(url: string): Promise<Database> {
  const client = new Client({ connectionString: url });
  await client.connect().catch((error: unknown) => {
    throw new Error(`The database cannot be read: ${(error as Error).message}`, { cause: error });
  });
  await client.query('begin isolation level repeatable read read only');
  await client.query("set local timezone to 'UTC'");
  const known = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  const tables = new Set(known.rows.map(({ name }) => name));
  if (!tables.has('features')) throw new Error('The database contains no tables of Unleash. Check the name of the database.');
  return {
    async rows<Row>(table: string, options?: RowOptions) {
      if (!tables.has(table)) return [];
      const name = client.escapeIdentifier(table);
      const column = options ? client.escapeIdentifier(options.above.column) : '';
      const page = options ? ` where ${column} > $1 order by ${column} limit $2` : '';
      // JSON has the same form for all versions of a table, and for times with and without a zone.
      const text = `select to_jsonb(t) as row from ${name} t${page}`;
      const { rows } = await client.query<{ row: Row }>(text, options ? [options.above.value, options.limit] : []);
      return rows.map(({ row }) => row);
    },
    async max(table, column) {
      const text = `select max(${client.escapeIdentifier(column)})::float8 as value from ${client.escapeIdentifier(table)}`;
      const { rows } = await client.query<{ value: number | null }>(text);
      return rows[0]?.value ?? 0;
    },
    close: () => client.end(),
  };
}

/** Converts a time to ISO 8601. Times without a zone are in UTC. */
export function timeOf(text: string): string {
  return new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`).toISOString();
}

/** Like `timeOf`, for a column that may be empty. */
export const optionalTime = (text: string | null | undefined): string | null => (text ? timeOf(text) : null);
