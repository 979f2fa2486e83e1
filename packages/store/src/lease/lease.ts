import type { EntityManager } from '@mikro-orm/sql';
import { compiled } from '@signalbox/table';
import { type Kysely, sql } from 'kysely';
import { type BaseTables, baseTables } from '../base-tables.ts';
import { faultOf, type Store } from '../store.ts';

/** An exclusive right of one process. `fence` rises with each new holder. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
}

/**
 * Epoch milliseconds by the clock of the database, which all machines share; their own clocks may differ by minutes. SQLite uses the clock
 * of its process.
 */
const databaseNow = {
  mysql: sql<number>`timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000`,
  sqlite: sql<number>`epoch_ms()`,
};

type Now = (typeof databaseNow)['mysql'];

/**
 * Takes or renews a lease for `ttlMs`. Returns null while another owner holds it. A renewal preserves the fence; a new holder gets a higher
 * one, which identifies later actions of the old holder as stale.
 */
export async function takeLease(store: Store, name: string, owner: string, ttlMs: number): Promise<Lease | null> {
  const now = databaseNow[store.dialect];
  const expires = expiryOf(store, ttlMs);
  const taken = store.transaction(async (em) => {
    const db = baseTables(em);
    const found = db
      .selectFrom('lease')
      .select(['owner', 'fence', sql<number>`expires_at > ${now}`.as('runs')])
      .where('name', '=', name);
    const lease = await (store.dialect === 'mysql' ? found.forUpdate() : found).executeTakeFirst();
    if (!lease) {
      await db.insertInto('lease').values({ name, owner, fence: 1, expires_at: expires }).execute();
      return { name, owner, fence: 1 };
    }
    const isOwn = lease.owner === owner;
    if (!isOwn && Number(lease.runs) === 1) return null;
    const fence = Number(lease.fence) + (isOwn ? 0 : 1);
    await db.updateTable('lease').set({ owner, fence, expires_at: expires }).where('name', '=', name).execute();
    return { name, owner, fence };
  });
  return taken.catch((error: unknown) => {
    if (faultOf(error) === 'duplicate') return null; // Another owner took the new lease first.
    throw error;
  });
}

const expiryOf = ({ dialect }: Store, ttlMs: number) => sql<number>`${databaseNow[dialect]} + ${ttlMs}`;

/**
 * Renews a lease in the transaction of `em` and locks it until the commit. Returns false if another owner has taken it; the transaction
 * must then change nothing.
 */
export async function renewLease(store: Store, em: EntityManager, lease: Lease, ttlMs: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await renewing[store.dialect](em, ttlMs, lease.name, lease.owner, lease.fence);
  return numAffectedRows > 0n;
}

const renewal = (now: Now) =>
  compiled((db: Kysely<BaseTables>, ttlMs: number, name: string, owner: string, fence: number) =>
    leaseOf(db, name, owner, fence).set({ expires_at: sql<number>`${now} + ${ttlMs}` }),
  );

const leaseOf = (db: Kysely<BaseTables>, name: string, owner: string, fence: number) =>
  db.updateTable('lease').where('name', '=', name).where('owner', '=', owner).where('fence', '=', fence);

const renewing = { mysql: renewal(databaseNow.mysql), sqlite: renewal(databaseNow.sqlite) };

/** Interval of repeated work, and the duration of its lease. */
export interface Repetition {
  readonly everyMs: number;
  readonly ttlMs: number;
}

/**
 * Returns true if the work of the lease has not run within the last `everyMs`. It then renews the lease and records a run. The time
 * outlives the process, so frequent restarts do not postpone due work. Returns false if another owner has taken the lease.
 */
export async function claimRun(store: Store, { name, owner, fence }: Lease, { everyMs, ttlMs }: Repetition): Promise<boolean> {
  const { numAffectedRows = 0n } = await store.statement((em) => claiming[store.dialect](em, ttlMs, everyMs, name, owner, fence));
  return numAffectedRows > 0n;
}

const claim = (now: Now) =>
  compiled((db: Kysely<BaseTables>, ttlMs: number, everyMs: number, name: string, owner: string, fence: number) =>
    leaseOf(db, name, owner, fence)
      .set({ ran_at: now, expires_at: sql<number>`${now} + ${ttlMs}` })
      .where((row) => row.or([row('ran_at', 'is', null), row('ran_at', '<=', sql<number>`${now} - ${everyMs}`)])),
  );

const claiming = { mysql: claim(databaseNow.mysql), sqlite: claim(databaseNow.sqlite) };

/** Releases a lease early, so that a successor need not wait for it to expire. */
export async function releaseLease(store: Store, { name, owner, fence }: Lease): Promise<void> {
  await store.statement((em) => leaseOf(baseTables(em), name, owner, fence).set({ expires_at: 0 }).execute());
}
