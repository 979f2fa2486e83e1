import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** The version of the access state as committed: the service's revision. */
export async function readRevision(em: EntityManager): Promise<number> {
  const row = await tablesOf(em).selectFrom('counter').select('revision').executeTakeFirstOrThrow();
  return Number(row.revision);
}

/**
 * The version that this unit of work will raise the access state to. It locks the counter to the end of the unit of
 * work, so that no other one can take the number: for changes of rights, which are rare.
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
