import { promisify } from 'node:util';
import { Kysely, MysqlAdapter, MysqlDialect, type MysqlPool, type MysqlPoolConnection, sql } from 'kysely';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { exactText } from '../migrations/collation.ts';
import { fillStatement } from './fill-statement.ts';
import { mysqlServer } from './mysql-url.ts';
import { type MeasureStatement, measuring } from '../measure-statement.ts';
import type { DatabaseLimits } from '../location.ts';
import { SentTogether } from './sent-together.ts';
import { type Store, StoreTimeout } from '../store.ts';

/** Limits of waiting for the database, in milliseconds. */
export interface MysqlLimits extends DatabaseLimits {
  readonly waiters: number;
  /** Maximum wait for a connection, including the handshake of a new one. */
  readonly acquireTimeoutMs: number;
  /** Age at which a connection is replaced, because the server's name may resolve to another address by then. */
  readonly maxAgeMs: number;
}

/** Limits without a setting. */
export const fixedMysqlLimits = { waiters: 200, acquireTimeoutMs: 700, maxAgeMs: 600_000 };

/**
 * Sent first on each new connection; a connection that rejects one of them is not used. They override the server's defaults: without
 * backslash escapes, values could break out of the client's escaping, and without strict mode they would be truncated. MariaDB and MySQL
 * have different names for the isolation level and for the statement timeout (on MySQL for reads only), hence several statements. Only
 * MariaDB reads text after `/*M!`: its cache of subquery results would cost more than repeating the index lookup.
 */
const sessionStatements = ({ statementMs, lockMs }: MysqlLimits): string[] => [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
  'set session transaction isolation level read committed',
  `set session innodb_lock_wait_timeout = ${Math.ceil(lockMs / 1000)}
    /*M!, optimizer_switch = 'subquery_cache=off', max_statement_time = ${(statementMs + graceMs) / 1000} */
    /*!80000 , max_execution_time = ${statementMs + graceMs} */`,
  `set session collation_connection = ${exactText}`,
];

/** The server's limit is later than the client's, because the client's error is more specific, unless the process is that late. */
const graceMs = 400;

type Callback = (error: unknown, result?: unknown) => void;

/** A dialect with its pool. Closing it twice is harmless. */
export interface MysqlConnections extends Pick<Store, 'connections' | 'close'> {
  readonly dialect: MysqlDialect;
}

/** A pool without unbounded waits: a frozen server does not even return an error. */
export function openMysql(url: URL, database: string, limits: MysqlLimits, measure?: MeasureStatement): MysqlConnections {
  const { pool, connections } = openPool(url, database, limits, measure);
  return { dialect: new MysqlDialect({ pool }), connections, close: promisify(pool.end.bind(pool)) };
}

/** A migration may wait minutes for an index on many rows, or for another process that is migrating. */
const migrationLimits: MysqlLimits = {
  connections: 2,
  waiters: 2,
  acquireTimeoutMs: 2000,
  statementMs: 600_000,
  lockMs: 1000,
  maxAgeMs: 86_400_000,
};
const migrationLockTimeoutS = 300;

/** Runs migrations on separate connections, in one process at a time per schema. */
export async function migrateMysql<T>(url: URL, database: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = new Kysely<unknown>({ dialect: new MigratingDialect({ pool: openPool(url, database, migrationLimits).pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A single connection that permits statements of minutes and is not replaced between them. */
export const openMysqlAlone = (url: URL, database: string): MysqlDialect =>
  new MysqlDialect({ pool: openPool(url, database, { ...migrationLimits, connections: 1 }).pool });

class MigratingDialect extends MysqlDialect {
  override createAdapter() {
    return new OneAtATime();
  }
}

/** The library's own lock is global to the server, so services would wait for each other's migrations. */
class OneAtATime extends MysqlAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ taken: number }>`select get_lock(${migrationLock}, ${migrationLockTimeoutS}) as taken`.execute(db);
    if (Number(rows[0]?.taken) !== 1) throw new StoreTimeout(`another process has been migrating for more than ${migrationLockTimeoutS} s`);
  }
  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select release_lock(${migrationLock})`.execute(db);
  }
}

/** Hashed, because lock names are limited to 64 characters. MySQL 9.6 removed `md5`. */
const migrationLock = sql`concat('migrate-', sha2(database(), 224))`;

interface OpenPool {
  readonly pool: MysqlPool;
  readonly connections: Store['connections'];
}

function openPool(url: URL, database: string, limits: MysqlLimits, measure?: MeasureStatement): OpenPool {
  const pool = createPool({
    ...mysqlServer(url),
    database,
    multipleStatements: true,
    queryFormat: fillStatement,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    // Sums and averages are decimals, which the driver returns as text by default. No column is a decimal.
    decimalNumbers: true,
    connectTimeout: limits.acquireTimeoutMs,
    connectionLimit: limits.connections,
    maxIdle: limits.connections,
    queueLimit: limits.waiters,
  });
  const connections = new Connections(limits, measure);
  const used = new Set<PoolConnection>();
  const waiting = new Set<Callback>();
  pool.on('acquire', (connection: PoolConnection) => void used.add(connection));
  pool.on('release', (connection: PoolConnection) => void used.delete(connection));
  pool.on('connection', (connection: PoolConnection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('end', () => {
      connections.delete(connection);
      used.delete(connection);
    });
    for (const statement of sessionStatements(limits)) connection.query(statement, (error) => error && connection.destroy());
  });
  return {
    pool: boundedPool(pool, connections, waiting, limits) as unknown as MysqlPool,
    connections: () => ({ used: used.size, idle: Math.max(0, connections.size - used.size), waiting: waiting.size }),
  };
}

function boundedPool(pool: Pool, connections: Connections, waiting: Set<Callback>, limits: MysqlLimits) {
  let isEnding = false;
  /** Destroys all outdated connections that it finds. */
  const acquire = (callback: (error: unknown, connection?: PoolConnection) => void): void =>
    pool.getConnection((error, connection) => {
      if (error || !connections.isOutdated(connection)) return callback(error, connection);
      connection.destroy();
      acquire(callback);
    });
  return {
    getConnection(callback: Callback) {
      waiting.add(callback);
      const timer = setTimeout(() => {
        waiting.delete(callback);
        callback(new StoreTimeout(`no database connection within ${limits.acquireTimeoutMs} ms`));
      }, limits.acquireTimeoutMs);
      acquire((error, connection) => {
        clearTimeout(timer);
        if (!waiting.delete(callback)) return connection?.release();
        callback(asAbsence(error), connection && connections.bounded(connection));
      });
    },
    /** Closes the connections, forcibly if the server does not respond. */
    end(callback: Callback) {
      if (isEnding) return callback(null);
      isEnding = true;
      const timer = setTimeout(() => {
        connections.destroy();
        callback(null);
      }, limits.acquireTimeoutMs);
      pool.end((error) => {
        clearTimeout(timer);
        callback(error);
      });
    },
  };
}

/** Minimum time between replacements of all connections, if a server stays read-only. */
const replacePauseMs = 1000;

/** Open connections of a pool. */
class Connections {
  readonly #limits: MysqlLimits;
  readonly #measure: MeasureStatement | undefined;
  readonly #open = new Map<
    PoolConnection,
    { readonly outdatedAt: number; readonly openedAt: number; readonly bounded: MysqlPoolConnection }
  >();
  #replacedAt = Number.NEGATIVE_INFINITY;

  constructor(limits: MysqlLimits, measure: MeasureStatement | undefined) {
    this.#limits = limits;
    this.#measure = measure;
  }

  get size(): number {
    return this.#open.size;
  }

  add(connection: PoolConnection): void {
    const openedAt = performance.now();
    // Up to a tenth earlier, so that connections opened together are not replaced together.
    const outdatedAt = openedAt + this.#limits.maxAgeMs * (1 - Math.random() / 10);
    this.#open.set(connection, { openedAt, outdatedAt, bounded: boundedConnection(connection, this) });
  }

  delete(connection: PoolConnection): void {
    this.#open.delete(connection);
  }

  /** Returns true if the connection is too old, or was opened before a server reported that it is read-only. */
  isOutdated(connection: PoolConnection): boolean {
    const { openedAt, outdatedAt } = this.#open.get(connection) ?? { openedAt: 0, outdatedAt: 0 };
    return openedAt < this.#replacedAt || outdatedAt < performance.now();
  }

  get statementMs(): number {
    return this.#limits.statementMs;
  }

  /** Returns a function to call when the statement ends. */
  measuring(sql: string): () => void {
    return measuring(sql, this.#measure);
  }

  bounded(connection: PoolConnection): MysqlPoolConnection | undefined {
    return this.#open.get(connection)?.bounded;
  }

  /** After a failover the old primary still responds, but read-only. Its connections are useless and its reads outdated. */
  replaceAfter(connection: PoolConnection): void {
    connection.destroy();
    const now = performance.now();
    if (now - this.#replacedAt > replacePauseMs) this.#replacedAt = now;
  }

  destroy(): void {
    for (const connection of this.#open.keys()) connection.destroy();
  }
}

/** Errors of the client's pool and connections (queue full, already closed) have no code; errors of the server do. */
function asAbsence(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return Object.assign(new StoreTimeout(`no database connection: ${error.message}`), { cause: error });
}

function boundedConnection(connection: PoolConnection, connections: Connections): MysqlPoolConnection {
  const timeoutMs = connections.statementMs;
  const send = (statements: string, last: string, callback: Callback) => {
    const ended = connections.measuring(last);
    const timer = setTimeout(() => {
      ended();
      connection.destroy();
      callback(new StoreTimeout(`the database did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    connection.query(statements, (error, result) => {
      clearTimeout(timer);
      ended();
      if (isReadOnly(error)) connections.replaceAfter(connection);
      callback(asAbsence(error), result);
    });
  };
  const together = new SentTogether(send);
  const bounded = {
    query: (sql: string, parameters: readonly unknown[], callback: Callback) => together.query(sql, parameters, callback),
    release: () => (connections.isOutdated(connection) ? connection.destroy() : connection.release()),
    destroy: () => connection.destroy(),
    get threadId() {
      return connection.threadId;
    },
  };
  return bounded as unknown as MysqlPoolConnection;
}

/**
 * Read-only transactions run only in snapshots, on separate connections. Here, all of these codes mean that the server is read-only.
 */
const readOnlyCodes = ['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'];

const isReadOnly = (error: NodeJS.ErrnoException | null): boolean => readOnlyCodes.includes(error?.code ?? '');

/** Creates the schema unless it exists. */
export async function createDatabase(url: URL, database: string): Promise<void> {
  const connection = await createConnection({ ...mysqlServer(url), connectTimeout: 2000 });
  try {
    await connection.query(`create database if not exists \`${database}\` character set utf8mb4 collate ${exactText}`);
  } finally {
    connection.destroy();
  }
}
