import type { EntityManager } from '@mikro-orm/sql';
import { type BaseTables, baseTables } from './base-tables.ts';

/** The numbers that one unit of work received. `position` is that of its first event, `revision` the one it raised to, if any. */
export interface Numbers {
  readonly message: number;
  readonly position: number;
  readonly revision: number;
}

/** How many numbers of each kind a unit of work needs. */
export interface WantedNumbers {
  readonly messages: number;
  readonly events: number;
  readonly revisions: 0 | 1;
}

/**
 * Takes the numbers of a unit of work: the row lock of the one counter row is held to the end of the transaction, so
 * numbers follow commit order without gaps, with any number of writers. Call it last.
 */
export async function takeNumbers(em: EntityManager, want: WantedNumbers): Promise<Numbers> {
  const db = baseTables(em);
  await db
    .updateTable('counter')
    .set((counter) => ({
      message: counter('message', '+', want.messages),
      position: counter('position', '+', want.events),
      revision: counter('revision', '+', want.revisions),
    }))
    .where('id', '=', 1)
    .execute();
  const row = await db.selectFrom('counter').select(['message', 'position', 'revision']).where('id', '=', 1).executeTakeFirstOrThrow();
  return {
    message: Number(row.message) - want.messages + 1,
    position: Number(row.position) - want.events + 1,
    revision: Number(row.revision),
  };
}

/** The service's numbers as committed. */
export async function readCounter(em: EntityManager): Promise<BaseTables['counter']> {
  const row = await baseTables(em).selectFrom('counter').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  return {
    id: 1,
    message: Number(row.message),
    position: Number(row.position),
    revision: Number(row.revision),
    published: Number(row.published),
  };
}

/**
 * Moves the checkpoint of the relay: every message up to `number` has been confirmed. Refused (false) unless the caller still
 * holds the relay's lease at its fence, so a stale relay can repeat messages but never skip one.
 */
export async function moveCheckpoint(em: EntityManager, number: number, lease: { name: string; fence: number }): Promise<boolean> {
  const result = await baseTables(em)
    .updateTable('counter')
    .set({ published: number })
    .where('id', '=', 1)
    .where('published', '<', number)
    .where((where) =>
      where.exists(
        where.selectFrom('lease').select('lease.name').where('lease.name', '=', lease.name).where('lease.fence', '=', lease.fence),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}
