import type { EntityManager } from '@mikro-orm/sql';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { type BaseTables, baseTables } from '../base-tables.ts';
import type { Lease } from './lease.ts';

/** Numbers of one unit of work. `position` belongs to its first event; `revision` is the one that it raised, if any. */
export interface Numbers {
  readonly message: number;
  readonly position: number;
  readonly revision: number;
}

/** Amounts of numbers that a unit of work needs. */
export interface RequiredNumbers {
  readonly messages: number;
  readonly events: number;
  readonly revisions: 0 | 1;
}

/**
 * Takes the numbers of a unit of work. The single counter row stays locked until the end of the transaction, so numbers follow commit order
 * without gaps, with any number of writers. Call it last.
 */
export async function takeNumbers(em: EntityManager, { messages, events, revisions }: RequiredNumbers): Promise<Numbers> {
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

/** The committed numbers of the service. */
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

/** Old and new checkpoint. */
export interface CheckpointMove {
  readonly from: number;
  readonly to: number;
}

/**
 * Moves the relay's checkpoint after all messages up to `to` were confirmed. Returns false unless the checkpoint is at `from` and the
 * caller still holds the relay's lease with its fence. So a stale relay may repeat messages but never skips one, and a checkpoint that an
 * operator set back stays there.
 */
export async function moveCheckpoint(
  em: EntityManager,
  { from, to }: CheckpointMove,
  { name, fence }: Pick<Lease, 'name' | 'fence'>,
): Promise<boolean> {
  const { numUpdatedRows } = await baseTables(em)
    .updateTable('counter')
    .set({ published: to })
    .where('id', '=', 1)
    .where('published', '=', from)
    .where((where) =>
      where.exists(where.selectFrom('lease').select('lease.name').where('lease.name', '=', name).where('lease.fence', '=', fence)),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
