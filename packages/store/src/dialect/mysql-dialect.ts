import { Kysely, MysqlAdapter, MysqlDialect, type MysqlPool, type MysqlPoolConnection, sql } from 'kysely';
import { createPool, type Pool, type PoolConnection } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { exactText } from '../migrations/collation.ts';
import { mysqlServer } from './mysql-url.ts';
import type { DatabaseLimits } from '../location.ts';
import { type Store, StoreTimeout } from '../store.ts';

/** Bounds on what waits for the database. Milliseconds. */
export interface MysqlLimits extends DatabaseLimits {
  readonly waiters: number;
  /** How long a request waits for a connection, a new one's handshake included. */
  readonly acquireTimeoutMs: number;
  /** When a connection is replaced: the name of the server may lead elsewhere by then. */
  readonly maxAgeMs: number;
}

/** Limits without a setting. */
export const fixedMysqlLimits = { waiters: 200, acquireTimeoutMs: 700, maxAgeMs: 600_000 };

/**
 * Sent before anything else on a new connection; one that did not take them is not used. Modes that the server has for others do
 * not count here: without backslash escapes, values could break out of the client's escaping, and without strictness they would be
 * cut off. There are several statements because MariaDB and MySQL name the isolation level, and the time after which the server
 * ends a statement (on MySQL only a read), differently. MariaDB alone reads what stands behind `/*M!`: it would cache the results
 * of each subquery in a table, which costs more than asking again by an index.
 */
const sessionStatements = ({ statementMs, lockMs }: MysqlLimits): string[] => [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
  'set session transaction isolation level read committed',
  `set session innodb_lock_wait_timeout = ${Math.ceil(lockMs / 1000)}
    /*M!, optimizer_switch = 'subquery_cache=off', max_statement_time = ${(statementMs + graceMs) / 1000} */
    /*!80000 , max_execution_time = ${statementMs + graceMs} */`,
  `set session collation_connection = ${exactText}`,
];

/** So much later than here, because giving up says more than the server's error. */
const graceMs = 100;

type Callback = (error: unknown, result?: unknown) => void;

/** A pool whose every wait has an end: a frozen server answers nothing, not even an error. */
export function openMysql(url: URL, database: string, limits: MysqlLimits): { dialect: MysqlDialect; connections: Store['connections'] } {
  const { pool, connections } = openPool(url, database, limits);
  return { dialect: new MysqlDialect({ pool }), connections };
}

/** What a migration waits for may take minutes: an index on many rows, and another process that is migrating. */
const migrationLimits: MysqlLimits = {
  connections: 2,
  waiters: 2,
  acquireTimeoutMs: 2000,
  statementMs: 600_000,
  lockMs: 1000,
  maxAgeMs: 86_400_000,
};
const migrationLockTimeoutS = 300;

/** Runs migrations on connections of their own, one process at a time in each schema. */
export async function migrateMysql<T>(url: URL, database: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = new Kysely<unknown>({ dialect: new MigratingDialect({ pool: openPool(url, database, migrationLimits).pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** One connection, which statements of minutes do not end, and which is not given up between them. */
export const openMysqlAlone = (url: URL, database: string): MysqlDialect =>
  new MysqlDialect({ pool: openPool(url, database, { ...migrationLimits, connections: 1 }).pool });

class MigratingDialect extends MysqlDialect {
  override createAdapter() {
    return new OneAtATime();
  }
}

/** The library's own lock is one for the whole server, so that services would wait for each other's migrations. */
class OneAtATime extends MysqlAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ taken: number }>`select get_lock(${migrationLock}, ${migrationLockTimeoutS}) as taken`.execute(db);
    if (Number(rows[0]?.taken) !== 1) throw new StoreTimeout(`another process migrates for more than ${migrationLockTimeoutS} s`);
  }
  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select release_lock(${migrationLock})`.execute(db);
  }
}

/** Hashed, because the name of a lock may have 64 characters. MySQL has no `md5` any more from 9.6 on. */
const migrationLock = sql`concat('migrate-', sha2(database(), 224))`;

function openPool(url: URL, database: string, limits: MysqlLimits): { pool: MysqlPool; connections: Store['connections'] } {
  const pool = createPool({
    ...mysqlServer(url),
    database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    // Sums and averages are decimals, which the driver returns as text by default; no column is one.
    decimalNumbers: true,
    connectTimeout: limits.acquireTimeoutMs,
    connectionLimit: limits.connections,
    maxIdle: limits.connections,
    queueLimit: limits.waiters,
  });
  const connections = new Connections(limits);
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
  /** Connections that are too old are destroyed here, however many there are. */
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
    /** Takes leave of the server, or is gone without it. */
    end(callback: Callback) {
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

/** So often at most all connections are replaced, if a server stays read-only. */
const replacePauseMs = 1000;

/** The open connections of a pool. */
class Connections {
  readonly #limits: MysqlLimits;
  readonly #open = new Map<
    PoolConnection,
    { readonly outdatedAt: number; readonly openedAt: number; readonly bounded: MysqlPoolConnection }
  >();
  #replacedAt = Number.NEGATIVE_INFINITY;

  constructor(limits: MysqlLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  add(connection: PoolConnection): void {
    const openedAt = performance.now();
    // Up to a tenth earlier, so that connections opened at once are not replaced at once.
    const outdatedAt = openedAt + this.#limits.maxAgeMs * (1 - Math.random() / 10);
    this.#open.set(connection, { openedAt, outdatedAt, bounded: boundedConnection(connection, this, this.#limits.statementMs) });
  }

  delete(connection: PoolConnection): void {
    this.#open.delete(connection);
  }

  /** Whether it is too old, or was opened before a server answered that it is read-only. */
  isOutdated(connection: PoolConnection): boolean {
    const { openedAt, outdatedAt } = this.#open.get(connection) ?? { openedAt: 0, outdatedAt: 0 };
    return openedAt < this.#replacedAt || outdatedAt < performance.now();
  }

  bounded(connection: PoolConnection): MysqlPoolConnection | undefined {
    return this.#open.get(connection)?.bounded;
  }

  /** After a failover the old primary goes on answering, read-only: connections to it are of no use, and their reads are out of date. */
  replaceAfter(connection: PoolConnection): void {
    connection.destroy();
    const now = performance.now();
    if (now - this.#replacedAt > replacePauseMs) this.#replacedAt = now;
  }

  destroy(): void {
    for (const connection of this.#open.keys()) connection.destroy();
  }
}

/** What the client says of its own pool and connections (too many wait, already closed) has no code; the server's words have. */
function asAbsence(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  return Object.assign(new StoreTimeout(`no database connection: ${error.message}`), { cause: error });
}

function boundedConnection(connection: PoolConnection, connections: Connections, timeoutMs: number): MysqlPoolConnection {
  const bounded = {
    query(sql: string, parameters: readonly unknown[], callback: Callback) {
      const timer = setTimeout(() => {
        connection.destroy();
        callback(new StoreTimeout(`the database did not answer within ${timeoutMs} ms`));
      }, timeoutMs);
      connection.query(sql, parameters as never, (error, result) => {
        clearTimeout(timer);
        if (isReadOnly(error)) connections.replaceAfter(connection);
        callback(asAbsence(error), result);
      });
    },
    release: () => (connections.isOutdated(connection) ? connection.destroy() : connection.release()),
    destroy: () => connection.destroy(),
    get threadId() {
      return connection.threadId;
    },
  };
  return bounded as unknown as MysqlPoolConnection;
}

/** Transactions that read alone are begun in snapshots, on connections of their own: here, all of these mean the server. */
const readOnlyCodes = ['ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE', 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'];

const isReadOnly = (error: NodeJS.ErrnoException | null): boolean => readOnlyCodes.includes(error?.code ?? '');

/** Creates the schema. Harmless when it exists. */
export async function createDatabase(url: URL, database: string): Promise<void> {
  const connection = await createConnection({ ...mysqlServer(url), connectTimeout: 2000 });
  try {
    await connection.query(`create database if not exists \`${database}\` character set utf8mb4 collate ${exactText}`);
  } finally {
    connection.destroy();
  }
}
