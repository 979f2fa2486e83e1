import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@signalbox/store';
import { MysqlQueryCompiler, type RootOperationNode } from 'kysely';
import { testEnvironment } from './environment.ts';
import { watchStatements } from './statements.ts';

/** JavaScript type of a column's values, as seen in rows. */
export type ValueType = 'number' | 'string' | 'boolean' | 'object' | 'bigint';

/** A statement for MySQL, recorded while tests ran on SQLite. */
export interface RecordedStatement {
  readonly service: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Type of each result column. Columns with only null are omitted. */
  readonly types: Readonly<Record<string, ValueType>>;
}

interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly query?: RootOperationNode;
}

type Recorded = RecordedStatement & { readonly types: Record<string, ValueType> };

const recorded = new Map<string, Recorded>();
const fileIn = (folder: string): string => join(folder, 'recorded-statements');

/** Records each distinct statement of a SQLite store, once per process, if the run records statements. */
export function recordStatements(service: string, store: Store): void {
  const { records } = testEnvironment;
  if (records === undefined || store.dialect !== 'sqlite') return;
  const file = fileIn(records);
  watchStatements(store, (query, result) => {
    result.then(
      ({ rows }) => record(file, { service, query, rows }),
      () => undefined,
    );
  });
}

interface Executed {
  readonly service: string;
  readonly query: Query;
  readonly rows: readonly object[];
}

function record(file: string, { service, query, rows }: Executed): void {
  if (!isOfTables.test(query.sql)) return;
  const key = `${service} ${shapeOf(query.sql)}`;
  const known = recorded.get(key) ?? { service, ...forMysql(query), types: {} };
  let isNews = !recorded.has(key);
  recorded.set(key, known);
  for (const row of rows.slice(0, 1)) {
    for (const [column, value] of Object.entries(row)) {
      if (value === null || value === undefined) continue;
      isNews ||= !(column in known.types);
      known.types[column] = typeof value as ValueType;
    }
  }
  if (isNews) appendFileSync(file, `${JSON.stringify(known, jsonOf)}\n`);
}

/** SQLite takes integers as `bigint`, which JSON lacks. */
const jsonOf = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** Excludes statements of tests that inspect plans or break tables, in one dialect. */
const isOfTables = /^\s*\(?(?:select|with|insert|update|delete) /;

/** Treats lists and rows of any length as one shape. */
const shapeOf = (sql: string): string =>
  sql.replaceAll(/\(\?(?:, ?\?)*\)(?:, ?\(\?(?:, ?\?)*\))*/g, '(?)').replaceAll(/'[^']*'|\b\d+\b/g, '?');

/**
 * Converts a statement to MySQL. The query builder compiles for either dialect. The text of the ORM differs in `returning`, and in inlined
 * values: SQLite has no backslash escapes.
 */
function forMysql({ sql, parameters, query }: Query): Pick<RecordedStatement, 'sql' | 'parameters'> {
  if (query !== undefined && !isText(query))
    return { sql: new MysqlQueryCompiler().compileQuery(query, { queryId: 'recorded' }).sql, parameters };
  return { sql: sql.replace(/ returning [`\w, ]+$/, '').replaceAll('\\', '\\\\'), parameters };
}

const isText = (query: RootOperationNode): boolean => query.kind === 'RawNode' && query.sqlFragments.length === 1;

/** Statements recorded by all processes that record in this folder, once per shape. */
export function readRecorded(folder: string): RecordedStatement[] {
  const path = fileIn(folder);
  if (!existsSync(path)) return [];
  const all = new Map<string, Recorded>();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const statement = JSON.parse(line) as Recorded;
    const key = `${statement.service} ${shapeOf(statement.sql)}`;
    Object.assign(all.get(key)?.types ?? {}, statement.types);
    if (!all.has(key)) all.set(key, statement);
  }
  return [...all.values()];
}
