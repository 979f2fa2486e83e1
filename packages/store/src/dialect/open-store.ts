import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { defaultDatabaseLimits, fileOf, schemaOf, type StoreOptions } from '../location.ts';
import type { WithDatabase } from '../migrations/migrate.ts';
import { ormStore, type Schema } from './orm-store.ts';
import type { Store } from '../store.ts';

type Open = (url: URL, options: StoreOptions, schema: Schema) => Promise<Store>;

const adapters: Record<string, Open> = { 'sqlite:': openSqliteStore, 'mysql:': openMysqlStore };

/**
 * Opens one service's database by the scheme of `url`: `sqlite:` (one file per service) or `mysql://user:password@host:port` (one schema
 * per service, created if missing). Throws for any other scheme.
 */
export async function openStore(url: string, options: StoreOptions, schema: Schema): Promise<Store> {
  const parsed = new URL(url);
  const open = adapters[parsed.protocol];
  if (!open) throw new Error(`no database adapter for ${parsed.protocol} (known: ${Object.keys(adapters).join(' ')})`);
  return open(parsed, options, schema);
}

/** Services have only a few entities each, so discovery needs no reflection and no cache. */
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
  const [{ MikroORM }, { BoundSqliteDriver }, { openSqlite }, { logOf }] = await Promise.all([
    import('@mikro-orm/sqlite'),
    import('./bound-sqlite.ts'),
    import('./sqlite-dialect.ts'),
    import('./sqlite-log.ts'),
  ]);
  const file = fileOf(url, options);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const log = logOf(file, options);
  const { measure } = options;
  const [writing, reading] = [openSqlite(file, 'write', { log, measure }), openSqlite(file, 'read', { measure })];
  const orm = await MikroORM.init({
    ...ormOptions(schema),
    driver: BoundSqliteDriver,
    dbName: file,
    driverOptions: writing.dialect,
    replicas: [{ driverOptions: reading.dialect }],
    preferReadReplicas: true,
  });
  const opened = { own: schema.migrations, dialect: 'sqlite', location: file } as const;
  const close = async () => void (await Promise.all([writing.close(), reading.close()]));
  return ormStore(orm as never, opened, { synced: () => log.synced(), close });
}

const lockGraceMs = 100;

async function openMysqlStore(url: URL, options: StoreOptions, schema: Schema): Promise<Store> {
  const [{ MikroORM }, { openMysql, fixedMysqlLimits, createDatabase, migrateMysql }] = await Promise.all([
    import('@mikro-orm/mysql'),
    import('./mysql-dialect.ts'),
  ]);
  const database = schemaOf(options);
  await createDatabase(url, database);
  const { limits = defaultDatabaseLimits, deadlineFactor = 1 } = options;
  // Lets a lock wait end with the server's own error.
  const statementMs = Math.max(limits.statementMs, limits.lockMs + lockGraceMs) * deadlineFactor;
  const acquireTimeoutMs = fixedMysqlLimits.acquireTimeoutMs * deadlineFactor;
  const { dialect, connections, close } = openMysql(
    url,
    database,
    { ...fixedMysqlLimits, ...limits, statementMs, acquireTimeoutMs },
    options.measure,
  );
  const orm = await MikroORM.init({ ...ormOptions(schema), dbName: database, driverOptions: dialect });
  const opened = { own: schema.migrations, dialect: 'mysql', location: database } as const;
  const withDatabase: WithDatabase = (work) => migrateMysql(url, database, work);
  return { ...ormStore(orm as never, opened, { withDatabase, commitsStatements: true, close }), connections };
}
