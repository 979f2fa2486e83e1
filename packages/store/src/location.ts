import { join } from 'node:path';

/** Where and under which name a service keeps its data. */
export interface StoreOptions {
  /** The service's name: the file's name on SQLite, the schema's on MySQL. */
  readonly service: string;
  /** Prefix of the schema's name on MySQL. */
  readonly prefix: string;
  /** Folder of the files when the URL is `sqlite:` without a path. */
  readonly dataDir: string;
}

/** The service's file on SQLite. */
export const fileOf = (url: URL, { service, dataDir }: StoreOptions): string => join(url.pathname || dataDir, `${service}.db`);

/** The service's schema on MySQL. */
export const schemaOf = ({ service, prefix }: StoreOptions): string => `${prefix}${service.replaceAll('-', '_')}`;
