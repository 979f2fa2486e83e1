import type { EntityManager } from '@mikro-orm/sql';

export type { EntityManager } from '@mikro-orm/sql';

/**
 * One service's database. Both adapters guarantee the same: names differ by case and trailing blanks, times have milliseconds, a
 * transaction reads committed data and holds its row locks to the end. In SQL, `lcase` converts all alphabets to lower case.
 */
export interface Store {
  readonly dialect: 'mysql' | 'sqlite';
  /** The file, or the schema. */
  readonly location: string;
  /** Returns a fresh identity map that reads committed data outside any transaction. */
  reader(): EntityManager;
  /**
   * Resolves when every commit that a reader can see survives a power failure. On SQLite a commit is visible a few milliseconds
   * before it is on the disk. Callers that pass data on to another database or process wait for this first.
   */
  synced(): Promise<void>;
  /**
   * Runs `work` in one transaction on a fresh identity map, flushes and commits. Rolls back if it throws. On SQLite, transactions take the
   * write lock at once. Deadlocks are thrown (see `faultOf`), not retried.
   */
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Like `transaction`, for a single statement without entities. MySQL commits it without two statements around it. */
  statement<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Returns all migrations of the code in order. Throws `UnusableSchema`. */
  planMigrations(): Promise<PlannedMigration[]>;
  /**
   * Runs the pending migrations, in one process at a time, under a lock that ends with its connection. An interrupted migration runs again.
   * Throws `UnusableSchema`.
   */
  migrate(listener?: MigrationListener): Promise<void>;
  /** Resolves when the database responds within its deadline. */
  ping(): Promise<void>;
  /** Number of used and idle connections, and of waiting requests. All are 0 without a pool. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** A migration, with its status in the database. */
export interface PlannedMigration {
  readonly name: string;
  readonly statements: number;
  readonly isDone: boolean;
}

/** Called before the first statement of a migration and after each one, with the number of executed statements. */
export type MigrationListener = (step: { readonly name: string; readonly done: number; readonly of: number }) => void;

/** This version cannot work with the tables, and waiting does not help. */
export class UnusableSchema extends Error {
  override readonly name = 'UnusableSchema';
  readonly code = 'STORE_SCHEMA';
}

/**
 * Meaning of a database error: `duplicate` (unique index), `reference` (foreign key, because a referenced row was deleted or a deleted row
 * is referenced), `conflict` (lost race), `unavailable` (down or too slow), or `other`. After `reference` and `conflict` the work may run
 * again, and then sees the changes of others.
 */
export type Fault = 'duplicate' | 'reference' | 'conflict' | 'unavailable' | 'other';

/** The database did not respond within its deadline. A commit in flight may or may not have taken effect. */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';
  /** The code remains when the ORM wraps the error in its own. */
  readonly code = 'STORE_TIMEOUT';
}

const duplicates = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const references = new Set([
  'ER_NO_REFERENCED_ROW',
  'ER_NO_REFERENCED_ROW_2',
  'ER_ROW_IS_REFERENCED',
  'ER_ROW_IS_REFERENCED_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);
const conflicts = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD', 'SQLITE_BUSY', 'SQLITE_LOCKED']);
/** Treats failed logins and read-only mode as unavailable. */
const absences = new Set([
  'STORE_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EIO',
  'ENOSPC',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'POOL_ENQUEUELIMIT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_HOST_IS_BLOCKED',
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_DISK_FULL',
  'ER_RECORD_FILE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
]);

/** Statement timeouts of the server: of MariaDB, whose error the driver does not name, and of MySQL. */
const serverTimeouts = new Set<unknown>([1969, 3024]);

/** SQLite appends details to the kind of an error: `SQLITE_IOERR_WRITE`. */
const kindOf = (code: string): string => /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;

/** Finds the driver's error inside the wrappers of the ORM and the query builder. */
export function faultOf(error: unknown): Fault {
  for (let current = error; current instanceof Error; current = current.cause ?? (current as { previous?: unknown }).previous) {
    const { code, errno } = current as { code?: unknown; errno?: unknown };
    if (serverTimeouts.has(errno)) return 'unavailable';
    if (typeof code !== 'string') continue;
    if (duplicates.has(code)) return 'duplicate';
    if (references.has(code)) return 'reference';
    if (conflicts.has(kindOf(code))) return 'conflict';
    if (absences.has(kindOf(code))) return 'unavailable';
  }
  return 'other';
}
