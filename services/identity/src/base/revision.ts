import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';

/** The committed version of the access state, which is the service's revision. */
export async function readRevision(em: EntityManager): Promise<number> {
  const row = await tablesOf(em).selectFrom('counter').select('revision').executeTakeFirstOrThrow();
  return Number(row.revision);
}

/**
 * Returns the version of the access state that this unit of work will produce. Locks the counter until the end of the unit of work, so that
 * no other one can take the number. Only for changes of rights, which are rare.
 */
export async function claimRevision(em: EntityManager): Promise<number> {
  const db = tablesOf(em);
  await db
    .updateTable('counter')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('id', '=', 1)
    .execute();
  const row = await db.selectFrom('counter').select('revision').where('id', '=', 1).executeTakeFirstOrThrow();
  return Number(row.revision) + 1;
}
