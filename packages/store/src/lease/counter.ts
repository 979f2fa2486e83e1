import type { EntityManager } from '@mikro-orm/sql';
import { compiled } from '@signalbox/table';
import { type Kysely, sql } from 'kysely';
import type { BaseTables } from '../base-tables.ts';
import type { Lease } from './lease.ts';

/** Amounts of numbers that a unit of work needs. */
export interface RequiredNumbers {
  readonly messages: number;
  readonly events: number;
  readonly revisions: 0 | 1;
}

/**
 * Takes the numbers of a unit of work, and returns the revision of the service. The single counter row stays locked until the end of the
 * transaction, so numbers follow commit order without gaps, with any number of writers. Call it last.
 */
export async function takeNumbers(em: EntityManager, { messages, events, revisions }: RequiredNumbers): Promise<number> {
  const raise = em.getPlatform().usesReturningStatement() ? raiseAndReturn : raiseOnMysql;
  const { rows, insertId } = await raise(em, messages, events, revisions);
  return Number(insertId ?? rows[0]?.revision ?? 0);
}

const raised = (db: Kysely<BaseTables>, messages: number, events: number) =>
  db
    .updateTable('counter')
    .set((counter) => ({ message: counter('message', '+', messages), position: counter('position', '+', events) }))
    .where('id', '=', 1);

const raiseAndReturn = compiled((db: Kysely<BaseTables>, messages: number, events: number, revisions: number) =>
  raised(db, messages, events)
    .set((counter) => ({ revision: counter('revision', '+', revisions) }))
    .returning('revision'),
);

/** MySQL returns no rows of an update. It returns the argument of `last_insert_id` instead. */
const raiseOnMysql = compiled((db: Kysely<BaseTables>, messages: number, events: number, revisions: number) =>
  raised(db, messages, events)
    .set({ revision: sql<number>`last_insert_id(revision + ${revisions})` })
    .$castTo<Pick<BaseTables['counter'], 'revision'>>(),
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
  const { numAffectedRows = 0n } = await moving(em, from, to, name, fence);
  return numAffectedRows > 0n;
}

const moving = compiled((db: Kysely<BaseTables>, from: number, to: number, name: string, fence: number) =>
  db
    .updateTable('counter')
    .set({ published: to })
    .where('id', '=', 1)
    .where('published', '=', from)
    .where((where) =>
      where.exists(where.selectFrom('lease').select('lease.name').where('lease.name', '=', name).where('lease.fence', '=', fence)),
    ),
);
