import type { Store } from './store.ts';
import { baseTables } from './base-tables.ts';

/** A right that one process holds at a time. `fence` rises with each new holder. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
}

/**
 * Takes or renews a lease for `ttlMs`. Null while another owner holds it. A holder that renews keeps its fence; a
 * new holder gets a higher one, which makes every act of the old one recognisable as stale.
 */
export async function takeLease(store: Store, name: string, owner: string, ttlMs: number, now: Date): Promise<Lease | null> {
  return store.transaction(async (em) => {
    const db = baseTables(em);
    const lock = db.selectFrom('lease').selectAll().where('name', '=', name);
    const held = await (store.dialect === 'mysql' ? lock.forUpdate() : lock).executeTakeFirst();
    const expiresAt = now.getTime() + ttlMs;
    if (!held) {
      await db.insertInto('lease').values({ name, owner, fence: 1, expires_at: expiresAt }).execute();
      return { name, owner, fence: 1 };
    }
    const own = held.owner === owner;
    if (!own && Number(held.expires_at) > now.getTime()) return null;
    const fence = Number(held.fence) + (own ? 0 : 1);
    await db.updateTable('lease').set({ owner, fence, expires_at: expiresAt }).where('name', '=', name).execute();
    return { name, owner, fence };
  });
}

/** Gives a lease up early, so that a successor need not wait for it to expire. */
export async function releaseLease(store: Store, lease: Lease): Promise<void> {
  await store.transaction(async (em) => {
    await baseTables(em)
      .updateTable('lease')
      .set({ expires_at: 0 })
      .where('name', '=', lease.name)
      .where('owner', '=', lease.owner)
      .where('fence', '=', lease.fence)
      .execute();
  });
}
