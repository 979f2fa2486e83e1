import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@signalbox/store';
import { MysqlQueryCompiler, type RootOperationNode } from 'kysely';
import { watchStatements } from './statements.ts';

/** JavaScript type of a column's values, as far as rows were seen. */
export type ValueType = 'number' | 'string' | 'boolean' | 'object' | 'bigint';

/** One statement as MySQL would get it, recorded while tests ran on SQLite. */
export interface RecordedStatement {
  readonly service: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Type of each column of the result; columns without a value other than null are left out. */
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

/** Records each distinct statement of a store on SQLite, once per process, in a file of the temporary folder. */
export function recordStatements(service: string, store: Store): void {
  if (store.dialect !== 'sqlite') return;
  watchStatements(store, (query, result) => {
    result.then(
      ({ rows }) => record(service, query, rows),
      () => undefined,
    );
  });
}

function record(service: string, query: Query, rows: readonly object[]): void {
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
  if (isNews) appendFileSync(fileIn(tmpdir()), `${JSON.stringify(known)}\n`);
}

/** Tests also look at plans and break tables, in the words of one dialect. */
const isOfTables = /^\s*\(?(?:select|with|insert|update|delete) /;

/** Lists and rows of any length are one shape. */
const shapeOf = (sql: string): string =>
  sql.replaceAll(/\(\?(?:, ?\?)*\)(?:, ?\(\?(?:, ?\?)*\))*/g, '(?)').replaceAll(/'[^']*'|\b\d+\b/g, '?');

/**
 * The query builder compiles for either dialect. The text of the ORM differs in what SQLite returns from a write, and in values, which it
 * inlines: a backslash is no escape on SQLite.
 */
function forMysql({ sql, parameters, query }: Query): Pick<RecordedStatement, 'sql' | 'parameters'> {
  if (query !== undefined && !isText(query))
    return { sql: new MysqlQueryCompiler().compileQuery(query, { queryId: 'recorded' }).sql, parameters };
  return { sql: sql.replace(/ returning [`\w, ]+$/, '').replaceAll('\\', '\\\\'), parameters };
}

const isText = (query: RootOperationNode): boolean => query.kind === 'RawNode' && query.sqlFragments.length === 1;

/** The statements that all processes with this temporary folder have recorded, each shape once. */
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
