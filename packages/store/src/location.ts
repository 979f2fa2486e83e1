import { join } from 'node:path';
import type { MeasureStatement } from './measure-statement.ts';

/** Limits on a process's use of a database server. SQLite has one write connection. */
export interface DatabaseLimits {
  readonly connections: number;
  /** Maximum duration of a statement before its connection is abandoned. */
  readonly statementMs: number;
  /** Maximum wait for a lock. MySQL counts whole seconds, rounded up. */
  readonly lockMs: number;
}

/** Defaults of the corresponding settings. */
export const defaultDatabaseLimits: DatabaseLimits = { connections: 10, statementMs: 1100, lockMs: 1000 };

/** Location and name of a service's data. */
export interface StoreOptions {
  /** The service's name: the file's name on SQLite, the schema's on MySQL. */
  readonly service: string;
  /** Prefix of the schema's name on MySQL. */
  readonly prefix: string;
  /** Folder of the files if the URL is `sqlite:` without a path. */
  readonly dataDir: string;
  /** Absent: the defaults. */
  readonly limits?: DatabaseLimits;
  /** Factor of the deadlines of MySQL's connections and statements (1). */
  readonly deadlineFactor?: number;
  /** Called after each statement, except those of migrations on MySQL. */
  readonly measure?: MeasureStatement | undefined;
  /** Writes SQLite's log to the disk (default `fdatasync`). */
  readonly syncFile?: (descriptor: number) => Promise<void>;
  /** Called if moving SQLite's log into its file fails. The data is safe in the log. */
  readonly report?: (error: unknown) => void;
}

/** File of the service on SQLite. */
export const fileOf = (url: URL, { service, dataDir }: StoreOptions): string => join(url.pathname || dataDir, `${service}.db`);

/** Schema of the service on MySQL. */
export const schemaOf = ({ service, prefix }: StoreOptions): string => `${prefix}${service.replaceAll('-', '_')}`;
