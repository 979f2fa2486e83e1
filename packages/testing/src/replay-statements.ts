import type { Service } from '@signalbox/kit';
import { openStore, type Store } from '@signalbox/store';
import mysql2, { type FieldPacket } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { longDeadlines } from './environment.ts';
import { type RecordedStatement, readRecorded, type ValueType } from './recorded-statements.ts';

export interface Replayed {
  readonly executed: number;
  /** A sentence for each statement that MySQL rejects or answers with another type. */
  readonly problems: readonly string[];
}

interface Target {
  readonly url: string;
  readonly prefix: string;
  readonly folder: string;
}

/** Errors that depend on rows, which the empty tables here cannot satisfy. */
const dataErrors = ['ER_DUP_ENTRY', 'ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2', 'ER_BAD_NULL_ERROR'];

/** Executes each statement that the tests in `folder` recorded on SQLite once on MySQL, on migrated but empty schemas. */
export async function replayStatements(services: readonly Service[], target: Target): Promise<Replayed> {
  const statements = readRecorded(target.folder).filter(isForBoth);
  const problems: string[] = [];
  let executed = 0;
  for (const service of services) {
    const own = statements.filter((statement) => statement.service === service.name);
    if (own.length === 0) continue;
    problems.push(...(await replayOn(service, own, target)));
    executed += own.length;
  }
  return { executed, problems };
}

/** The database's clock, merged rows and returned columns have separate expressions per dialect, which suites run on both. */
const isForBoth = ({ sql }: RecordedStatement): boolean => !/epoch_ms\(\)| on conflict | returning /.test(sql);

async function replayOn(service: Service, statements: readonly RecordedStatement[], { url, prefix, folder }: Target): Promise<string[]> {
  const { name, entities = [], migrations = [] } = service;
  const location = {
    service: name,
    prefix: `${prefix}replay-`,
    dataDir: folder,
    deadlineFactor: Number(longDeadlines.TEST_DEADLINE_FACTOR),
  };
  const store = await openStore(url, location, { entities, migrations });
  const fields = await openFields(url, store.location);
  try {
    await store.migrate();
    const problems: string[] = [];
    for (const statement of statements) {
      const problem = (await refusalOf(store, statement)) ?? (await fields.differenceOf(statement));
      if (problem !== undefined) problems.push(`${name}: ${problem}\n    ${statement.sql.slice(0, 500)}`);
    }
    return problems;
  } finally {
    await fields.close();
    await store.close();
  }
}

const rollBack = new Error('rolled back');

/** Returns MySQL's message if it rejects the statement. Every effect is rolled back. */
async function refusalOf(store: Store, { sql, parameters }: RecordedStatement): Promise<string | undefined> {
  try {
    await store.transaction(async (em) => {
      await em.getKysely().executeQuery({ sql, parameters, query: { kind: 'RawNode' } } as never);
      throw rollBack;
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return error === rollBack || dataErrors.includes(code ?? '') ? undefined : message;
  }
  return undefined;
}

const isRead = (sql: string) => /^\(?select |^with /.test(sql);

/** Column types that the driver returns as numbers. */
const numeric = [
  mysql2.Types.TINY,
  mysql2.Types.SHORT,
  mysql2.Types.INT24,
  mysql2.Types.LONG,
  mysql2.Types.LONGLONG,
  mysql2.Types.FLOAT,
  mysql2.Types.DOUBLE,
  mysql2.Types.NEWDECIMAL,
].map(Number);

/** Compares the types of result columns with those from SQLite. */
async function openFields(url: string, database: string) {
  const connection = await createConnection({ uri: url, database, charset: 'utf8mb4_bin' });
  const typeOf = ({ columnType }: FieldPacket): ValueType => (numeric.includes(columnType ?? -1) ? 'number' : 'string');
  return {
    async differenceOf({ sql, parameters, types }: RecordedStatement): Promise<string | undefined> {
      if (!isRead(sql) || Object.keys(types).length === 0) return undefined;
      const [, columns] = await connection.query({ sql, values: [...parameters] });
      const differences = columns
        .filter((column) => types[column.name] !== undefined && types[column.name] !== typeOf(column))
        .map((column) => `${column.name} is a ${types[column.name]} on SQLite and a ${typeOf(column)} on MySQL`);
      return differences.length > 0 ? differences.join('; ') : undefined;
    },
    close: () => connection.end(),
  };
}
