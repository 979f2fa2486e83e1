import { join } from 'node:path';

/** How much one process takes of a database server, and how long it waits for it. SQLite has one connection that writes. */
export interface DatabaseLimits {
  readonly connections: number;
  /** How long one statement may take before its connection is given up. */
  readonly statementMs: number;
  /** How long a statement waits for a lock; MySQL counts whole seconds, rounded up. */
  readonly lockMs: number;
}

/** The defaults of the settings that set them. */
export const defaultDatabaseLimits: DatabaseLimits = { connections: 10, statementMs: 1100, lockMs: 1000 };

/** Where and under which name a service keeps its data. */
export interface StoreOptions {
  /** The service's name: the file's name on SQLite, the schema's on MySQL. */
  readonly service: string;
  /** Prefix of the schema's name on MySQL. */
  readonly prefix: string;
  /** Folder of the files when the URL is `sqlite:` without a path. */
  readonly dataDir: string;
  /** Absent: the defaults. */
  readonly limits?: DatabaseLimits;
}

/** The service's file on SQLite. */
export const fileOf = (url: URL, { service, dataDir }: StoreOptions): string => join(url.pathname || dataDir, `${service}.db`);

/** The service's schema on MySQL. */
export const schemaOf = ({ service, prefix }: StoreOptions): string => `${prefix}${service.replaceAll('-', '_')}`;
