import type { EntityManager, SqlMikroORM } from '@mikro-orm/sql';
import type { EntitySchema } from '@mikro-orm/core';
import { type Migrating, migrate, planMigrations, refuseUnusableSchema, type WithDatabase } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import type { Store } from '../store.ts';

/** Entities and migrations of a service. */
export interface Schema {
  readonly entities: readonly EntitySchema[];
  readonly migrations: readonly Migration[];
}

interface Opened extends Migrating {
  readonly location: string;
}

/** The parts in which the dialects differ. */
interface DialectParts {
  /** Runs migrations on a suitable connection (default: the one that writes). */
  readonly withDatabase?: WithDatabase;
  readonly synced?: Store['synced'];
  /** True if a statement outside a transaction commits by itself, and is durable then. */
  readonly commitsStatements?: boolean;
  /** Closes the connections. The ORM leaves those open that it has not used yet, and would use them after its end. */
  readonly close: () => Promise<void>;
}

/** The shared part of both dialects: everything except opening connections. */
export function ormStore(
  orm: SqlMikroORM,
  { own, dialect, location }: Opened,
  { withDatabase = ownOf(orm), synced = async () => undefined, commitsStatements = false, close }: DialectParts,
): Store {
  const fork = () => orm.em.fork({ clear: true }) as EntityManager;
  const migrating = { own, dialect };
  const onUsable: WithDatabase = (work) =>
    withDatabase(async (db) => {
      await refuseUnusableSchema(db, migrating);
      const result = await work(db);
      await synced();
      return result;
    });
  const transaction: Store['transaction'] = async (work) => {
    const em = fork();
    await em.begin();
    try {
      const result = await work(em);
      await em.commit();
      await synced();
      return result;
    } catch (error) {
      await em.rollback().catch(() => undefined);
      throw error;
    }
  };
  return {
    dialect,
    location,
    reader: fork,
    synced,
    transaction,
    statement: commitsStatements ? (work) => work(fork()) : transaction,
    planMigrations: () => onUsable((db) => planMigrations(db, migrating)),
    migrate: (listener) => onUsable((db) => migrate(db, migrating, listener)),
    async ping() {
      await orm.em.getConnection('read').execute('select 1');
    },
    connections: () => ({ used: 0, idle: 0, waiting: 0 }),
    async close() {
      await orm.close(true);
      await close();
    },
  };
}

/** Migrations run on the write connection. */
const ownOf =
  (orm: SqlMikroORM): WithDatabase =>
  (work) =>
    work(orm.em.getConnection('write').getClient<unknown>());
