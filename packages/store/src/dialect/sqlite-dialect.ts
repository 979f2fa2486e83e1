import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type MeasureStatement, measuring } from '../measure-statement.ts';
import { type Log, logLimitBytes, logOf } from './sqlite-log.ts';

const maxStatements = 500;
/** Small, because each service has two connections, and the system caches pages of the files as well. */
const cacheKilobytes = 1000;
const ownerOnly = 0o600;

/** A dialect with one connection. Closing it twice is harmless. */
export interface SqliteConnection {
  readonly dialect: Dialect;
  close(): Promise<void>;
}

/** The log of the connection that writes, and a measurement of each statement. */
export interface SqliteOptions {
  readonly log?: Log | undefined;
  readonly measure?: MeasureStatement | undefined;
}

/**
 * Opens a connection in WAL mode that keeps its prepared statements. With a `log`, commits do not wait for the disk
 * (`synchronous=NORMAL`): the caller acknowledges none before `log.synced()`. Without one, each commit waits (`FULL`).
 */
export function openSqlite(file: string, access: 'read' | 'write', { log, measure }: SqliteOptions = {}): SqliteConnection {
  // Only the owner may read a new file and the files that SQLite creates next to it. An existing file is left alone, because closing it
  // would drop the locks of other connections in this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', ownerOnly));
  const database = new Database(file);
  useWal(database);
  database.pragma(`synchronous = ${log ? 'normal' : 'full'}`);
  database.pragma('busy_timeout = 1000');
  database.pragma('foreign_keys = on');
  database.pragma('wal_autocheckpoint = 0');
  database.pragma(`journal_size_limit = ${logLimitBytes}`);
  database.pragma(`cache_size = -${cacheKilobytes}`);
  if (access === 'read') database.pragma('query_only = on');
  database.function('lcase', { deterministic: true }, (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text));
  // The clock of the database is that of this process, to the millisecond.
  database.function('epoch_ms', () => Date.now());
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= maxStatements) statements.clear();
      statement = database.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  const ownLog = log ?? logOf(file);
  const close = async () => {
    await ownLog.close();
    database.close();
  };
  const own = { prepare, close: () => database.close() };
  return { dialect: immediateDialect(database, { log: ownLog, measure }, { database: own }), close };
}

const [walAttempts, walPauseMs] = [100, 20];

/** Processes that switch a new file to WAL at the same time cannot wait for each other, so SQLite refuses one of them at once. */
function useWal(database: Database.Database): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return void database.pragma('journal_mode = wal');
    } catch (error) {
      if (attempt === walAttempts || (error as { readonly code?: unknown }).code !== 'SQLITE_BUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, walPauseMs);
    }
  }
}

interface DriverOptions extends SqliteOptions {
  readonly log: Log;
}

/** Plain functions, because the ORM copies the options of a replica, and a copied class loses its private state. */
function immediateDialect(database: Database.Database, options: DriverOptions, config: SqliteDialectConfig): Dialect {
  return {
    createAdapter: () => new TransactionalDdl(),
    createDriver: () => new ImmediateDriver(database, options, config),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Migrations run in one transaction: completely or not at all, in one process at a time. */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Takes the write lock when a transaction begins, so that it never has to be upgraded. A transaction that could not begin fails at its
 * first statement, and one that the database ended itself (full disk) counts as rolled back. If beginning or rolling back failed instead,
 * the query builder would never release the connection.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Database.Database;
  readonly #log: Log;
  readonly #measure: MeasureStatement | undefined;
  #refusal: Error | null = null;

  constructor(database: Database.Database, { log, measure }: DriverOptions, config: SqliteDialectConfig) {
    super(config);
    this.#database = database;
    this.#log = log;
    this.#measure = measure;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      this.#refusal = error as Error;
    }
  }

  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#refusal) throw this.#refusal;
    const ended = measuring(query.sql, this.#measure);
    try {
      return await connection.executeQuery<Row>(query);
    } finally {
      ended();
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#log.committed();
  }

  override async destroy(): Promise<void> {
    await this.#log.close();
    await super.destroy();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#refusal = null;
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}
