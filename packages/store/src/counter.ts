import type { EntityManager } from '@mikro-orm/sql';
import { compiled } from '@signalbox/statement';
import type { Kysely } from 'kysely';
import type { BaseTables } from './base-tables.ts';

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
export async function takeNumbers(em: EntityManager, { messages, events, revisions }: WantedNumbers): Promise<Numbers> {
  await raise(em, messages, events, revisions);
  const { message, position, revision } = await readCounter(em);
  return { message: message - messages + 1, position: position - events + 1, revision };
}

const raise = compiled((db: Kysely<BaseTables>, messages: number, events: number, revisions: number) =>
  db
    .updateTable('counter')
    .set((counter) => ({
      message: counter('message', '+', messages),
      position: counter('position', '+', events),
      revision: counter('revision', '+', revisions),
    }))
    .where('id', '=', 1),
);

/** The service's numbers as committed. */
export async function readCounter(em: EntityManager): Promise<BaseTables['counter']> {
  const [row] = (await selectCounter(em)).rows;
  if (!row) throw new Error('There is no counter.');
  return {
    id: 1,
    message: Number(row.message),
    position: Number(row.position),
    revision: Number(row.revision),
    published: Number(row.published),
  };
}

const selectCounter = compiled((db: Kysely<BaseTables>) => db.selectFrom('counter').selectAll().where('id', '=', 1));

/**
 * Moves the checkpoint of the relay: every message up to `number` has been confirmed. Refused (false) unless the caller still
 * holds the relay's lease at its fence, so a stale relay can repeat messages but never skip one.
 */
export async function moveCheckpoint(em: EntityManager, number: number, lease: { name: string; fence: number }): Promise<boolean> {
  const { numAffectedRows } = await updatePublished(em, number, lease.name, lease.fence);
  return Number(numAffectedRows) > 0;
}

const updatePublished = compiled((db: Kysely<BaseTables>, number: number, name: string, fence: number) =>
  db
    .updateTable('counter')
    .set({ published: number })
    .where('id', '=', 1)
    .where('published', '<', number)
    .where((where) =>
      where.exists(where.selectFrom('lease').select('lease.name').where('lease.name', '=', name).where('lease.fence', '=', fence)),
    ),
);
