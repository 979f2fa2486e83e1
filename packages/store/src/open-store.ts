import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ormStore, type Schema } from './orm-store.ts';
import type { Store } from './store.ts';

/** Where and under which name a service keeps its data. */
export interface StoreOptions {
  /** The service's name: the file's name on SQLite, the schema's on MySQL. */
  readonly service: string;
  /** Prefix of the schema's name on MySQL. */
  readonly prefix: string;
  /** Folder of the files when the URL is `sqlite:` without a path. */
  readonly dataDir: string;
}

type Open = (url: URL, options: StoreOptions, schema: Schema) => Promise<Store>;

const adapters: Record<string, Open> = { 'sqlite:': openSqliteStore, 'mysql:': openMysqlStore };

/**
 * Opens one service's database by the scheme of `url`: `sqlite:` (one file per service) or
 * `mysql://user:password@host:port` (one schema per service, created if missing). Throws for any other scheme.
 */
export async function openStore(url: string, options: StoreOptions, schema: Schema): Promise<Store> {
  const parsed = new URL(url);
  const open = adapters[parsed.protocol];
  if (!open) throw new Error(`no database adapter for ${parsed.protocol} (known: ${Object.keys(adapters).join(' ')})`);
  return open(parsed, options, schema);
}

/** Services hold a handful of entities each; discovery needs no reflection and no cache. */
function ormOptions(schema: Schema) {
  return {
    entities: [...schema.entities],
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    allowGlobalContext: false,
    ensureDatabase: false,
    implicitTransactions: false,
  };
}

async function openSqliteStore(url: URL, options: StoreOptions, schema: Schema): Promise<Store> {
  const [{ MikroORM }, { openSqlite }] = await Promise.all([import('@mikro-orm/sqlite'), import('./sqlite-dialect.ts')]);
  const folder = url.pathname || options.dataDir;
  const file = join(folder, `${options.service}.db`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const orm = await MikroORM.init({
    ...ormOptions(schema),
    dbName: file,
    driverOptions: openSqlite(file, 'write'),
    replicas: [{ driverOptions: openSqlite(file, 'read') }],
    preferReadReplicas: true,
  });
  return ormStore(orm as never, schema, 'sqlite');
}

async function openMysqlStore(url: URL, options: StoreOptions, schema: Schema): Promise<Store> {
  const [{ MikroORM }, { openMysql, defaultMysqlLimits, createDatabase, migrateMysql }] = await Promise.all([
    import('@mikro-orm/mysql'),
    import('./mysql-dialect.ts'),
  ]);
  const database = `${options.prefix}${options.service.replaceAll('-', '_')}`;
  await createDatabase(url, database);
  const orm = await MikroORM.init({
    ...ormOptions(schema),
    dbName: database,
    driverOptions: openMysql(url, database, defaultMysqlLimits),
  });
  return ormStore(orm as never, schema, 'mysql', (work) => migrateMysql(url, database, work));
}
