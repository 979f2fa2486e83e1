import type { EntityManager } from '@mikro-orm/sql';

export type { EntityManager } from '@mikro-orm/sql';

/**
 * One service's database. Both adapters give the same promises: names differ by case and by blanks at their end, times
 * have milliseconds, a transaction reads what is committed and holds its row locks to the end. In SQL, `lcase` makes small
 * letters of those of all alphabets.
 */
export interface Store {
  readonly dialect: 'mysql' | 'sqlite';
  /** The file, or the schema. */
  readonly location: string;
  /** A fresh identity map that reads committed data outside any transaction. */
  reader(): EntityManager;
  /**
   * Runs `work` in one transaction on a fresh identity map, flushes and commits; rolls back when it throws. Writing
   * transactions on SQLite take the write lock at once. Deadlocks are thrown (see `faultOf`), not rerun.
   */
  transaction<T>(work: (em: EntityManager) => Promise<T>): Promise<T>;
  /** Every migration that the code knows, in its order. Throws `UnusableSchema`. */
  planMigrations(): Promise<PlannedMigration[]>;
  /**
   * Runs the migrations that have not run yet. One process at a time, by a lock that ends with its connection; a migration that
   * was interrupted runs again. Throws `UnusableSchema`.
   */
  migrate(told?: MigrationListener): Promise<void>;
  /** Resolves when the database answers, within its deadline. */
  ping(): Promise<void>;
  /** How many connections are used and idle, and how many requests wait for one; all 0 where there is no pool. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** A migration, and whether it has run in the database. */
export interface PlannedMigration {
  readonly name: string;
  readonly statements: number;
  readonly isDone: boolean;
}

/** Told before the first statement of a migration and after each: so many of its statements are done. */
export type MigrationListener = (step: { readonly name: string; readonly done: number; readonly of: number }) => void;

/** The tables are not those that this version can work with, and waiting does not change that. */
export class UnusableSchema extends Error {
  override readonly name = 'UnusableSchema';
  readonly code = 'STORE_SCHEMA';
}

/**
 * What an error of the database means to the caller: a unique index said no; a foreign key said no, because somebody
 * deleted what a row refers to or refers to what is being deleted; a transaction lost a race; the database is away or too
 * slow; or something else. After a refused reference and a lost race the work may run again, and sees then what the others did.
 */
export type Fault = 'duplicate' | 'reference' | 'conflict' | 'unavailable' | 'other';

/** The database did not answer within its deadline; whether a commit in flight took effect is unknown. */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';
  /** What is left of it when the ORM puts an error of its own in its place. */
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
/** A database that lets nobody in, or takes no changes, is as good as away. */
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

/** SQLite says more precisely what happened behind the name of the kind: `SQLITE_IOERR_WRITE`. */
const kindOf = (code: string): string => /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;

/** Reads the driver's error through the wrappers that the ORM and the query builder put around it. */
export function faultOf(error: unknown): Fault {
  for (let current = error; current instanceof Error; current = current.cause ?? (current as { previous?: unknown }).previous) {
    const code = (current as { code?: unknown }).code;
    if (typeof code !== 'string') continue;
    if (duplicates.has(code)) return 'duplicate';
    if (references.has(code)) return 'reference';
    if (conflicts.has(kindOf(code))) return 'conflict';
    if (absences.has(kindOf(code))) return 'unavailable';
  }
  return 'other';
}
