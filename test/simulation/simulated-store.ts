import { Kysely, type QueryExecutor } from 'kysely';
import { type EntityManager, type Store, StoreTimeout } from '@signalbox/store';
import { never } from './chance.ts';
import { Killed, type Life } from './life.ts';

/** Checks a transaction that is about to commit, within it. */
export type Inspect = (em: EntityManager, life: Life) => Promise<void>;

/** A database that several processes share like MySQL: writes are serialized. */
export interface SharedDatabase {
  readonly store: Store;
  /** Time until which it is unreachable, in virtual milliseconds. */
  awayUntil: number;
  readonly inspect: Inspect;
}

const errorOf = (code: string) => Object.assign(new Error(`simulated ${code}`), { code });

/** The database from the view of one process: over a network, with steps at which the process or the connection may end. */
export function storeOf(database: SharedDatabase, life: Life): Store {
  const { store, inspect } = database;
  const { chance } = life;
  const refuseIfAway = () => {
    if (database.awayUntil > chance.time.now) throw errorOf('ECONNREFUSED');
  };
  const inTransaction = async <T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> => {
    if (!life.isAlive) throw new Killed('it was dead already');
    const result = await Promise.race([work(em), life.ended]);
    await Promise.race([life.step('before commit'), life.ended]);
    if (!life.isAlive) throw new Killed('it died before the commit');
    if (chance.strikes('transaction')) throw errorOf('ER_LOCK_DEADLOCK');
    await inspect(em, life);
    return result;
  };
  const transaction: Store['transaction'] = async (work) => {
    await life.step('begin');
    refuseIfAway();
    if (chance.strikes('transaction')) throw errorOf('ECONNRESET');
    const result = await store.transaction((em) => inTransaction(em, work)).catch((error: unknown) => unlessKilled(error));
    await life.step('after commit');
    if (chance.strikes('transaction')) throw new StoreTimeout('simulated: committed without a response');
    return result;
  };
  return {
    dialect: store.dialect,
    location: store.location,
    reader: () => reading(store.reader(), life, refuseIfAway),
    synced: () => store.synced(),
    transaction,
    statement: transaction,
    planMigrations: () => store.planMigrations(),
    migrate: async () => undefined,
    ping: async () => refuseIfAway(),
    connections: () => store.connections(),
    close: async () => undefined,
  };
}

/** Failures of a killed process are not reported. */
const unlessKilled = (error: unknown): Promise<never> => {
  if (error instanceof Killed) return never();
  throw error;
};

/** Statements of the query builder outside a transaction take some time. */
function reading(em: EntityManager, life: Life, refuseIfAway: () => void): EntityManager {
  const getKysely = em.getKysely.bind(em) as (...options: unknown[]) => Kysely<unknown>;
  const overNetwork = (executor: QueryExecutor): QueryExecutor =>
    new Proxy(executor, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'executeQuery') return member.bind(target) as unknown;
        return async (...query: Parameters<QueryExecutor['executeQuery']>) => {
          await life.step('read');
          refuseIfAway();
          return target.executeQuery(...query);
        };
      },
    });
  const elsewhere = {} as never;
  return Object.assign(em, {
    getKysely: (...options: unknown[]) =>
      new Kysely({ config: elsewhere, dialect: elsewhere, driver: elsewhere, executor: overNetwork(getKysely(...options).getExecutor()) }),
  });
}
