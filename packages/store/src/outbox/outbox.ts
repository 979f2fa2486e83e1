import { compiled, deferred, rowsPerStatement } from '@signalbox/table';
import { yieldToOthers } from '@signalbox/timing';
import type { EntityManager } from '@mikro-orm/sql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type BaseTables, baseTables } from '../base-tables.ts';
import { readCounter, takeNumbers, type RequiredNumbers } from '../lease/counter.ts';
import { deleteInBatches, rowsPerBatch } from './delete-in-batches.ts';
import type { Store } from '../store.ts';

/** A message that leaves with its transaction. */
export interface OutboxMessage {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

/** A message on its way into the outbox. */
export interface OutboxDraft extends OutboxMessage {
  /** For an event: its index within the unit of work, from 0. Readers add the numbers to its body, a JSON object. */
  readonly event?: number;
}

/** A message as it leaves. */
export interface NumberedMessage extends OutboxMessage {
  readonly number: number;
  /** Name of the unit of work that wrote it. */
  readonly unit: string;
}

const rowsPerInsert = 200;
/** A statement has a deadline, and MySQL limits its size (16 MB by default). */
const charactersPerInsert = 1_000_000;

/** Messages of one named unit of work. */
interface Outbox {
  /**
   * Adds messages in order, the first at ordinal `from`. Large amounts are written in several statements, and other work runs in between.
   * The rest is written by the next call or by `finish`.
   */
  readonly write: (messages: Iterable<OutboxDraft>, from: number) => Promise<void>;
  /**
   * Writes the rest, takes the numbers of the unit, and stores them once for all its messages, with its state message, if any. From here on
   * other units wait. Messages leave once the unit has committed. The revision of the service is known by then at the latest: to wait for
   * it before the commit costs a round trip.
   */
  readonly number: (required: RequiredNumbers, state: StateMessage | null) => Promise<{ readonly revision: Promise<number> }>;
}

/** The message at ordinal 0 of a unit that changes the state. Its body gets the new revision as the named property, and `previous`. */
export interface StateMessage extends OutboxMessage {
  readonly numberedAs: string;
}

/** Opens the outbox for the unit of work with this name. */
export function openOutbox(em: EntityManager, unit: string, now: Date): Outbox {
  const createdAt = now.getTime();
  let rows: BaseTables['outbox'][] = [];
  let characters = 0;
  const finish = async () => {
    for (const some of rowsPerStatement(rows)) await insertMessages(em, some);
    rows = [];
    characters = 0;
  };
  return {
    async write(messages, from) {
      let ordinal = from;
      for (const { id, exchange, key, body, event = null } of messages) {
        rows.push({ unit, ordinal, event, id, exchange, routing_key: key, body, created_at: createdAt });
        ordinal += 1;
        characters += body.length;
        if (rows.length < rowsPerInsert && characters < charactersPerInsert) continue;
        await finish();
        await yieldToOthers();
      }
    },
    async number(required, state) {
      await finish();
      const revision = takeNumbers(em, required);
      revision.catch(() => undefined); // A failure also rejects what travels with it, such as the commit.
      await (required.revisions > 0 ? insertUnitOfState : insertUnit)(em, required.messages, required.events, unit, createdAt);
      if (state) {
        const { id, exchange, key, body, numberedAs } = state;
        await insertState(em, unit, id, exchange, key, `${body.slice(0, -1)},"${numberedAs}":`, createdAt);
      }
      return { revision };
    },
  };
}

const insertMessages = deferred((db: Kysely<BaseTables>, rows: readonly BaseTables['outbox'][]) => db.insertInto('outbox').values(rows));

/** The last numbers of the counter are those of this unit. */
const insertingUnit = (revision: RawBuilder<number | null>) =>
  deferred((db: Kysely<BaseTables>, messages: number, events: number, unit: string, createdAt: number) =>
    db
      .insertInto('outbox_unit')
      .columns(['last_number', 'first_number', 'first_position', 'revision', 'unit', 'created_at'])
      .expression((counter) =>
        counter
          .selectFrom('counter')
          .where('id', '=', 1)
          .select([
            'message',
            sql<number>`message - ${messages} + 1`.as('first_number'),
            sql<number>`position - ${events} + 1`.as('first_position'),
            revision.as('revision'),
            sql<string>`${unit}`.as('unit'),
            sql<number>`${createdAt}`.as('created_at'),
          ]),
      ),
  );
const insertUnit = insertingUnit(sql`null`);
const insertUnitOfState = insertingUnit(sql`revision`);

/** The database completes the body, because only it knows the revision yet. */
const insertState = deferred(
  (db: Kysely<BaseTables>, unit: string, id: string, exchange: string, key: string, body: string, createdAt: number) =>
    db
      .insertInto('outbox')
      .columns(['unit', 'ordinal', 'id', 'exchange', 'routing_key', 'body', 'created_at'])
      .expression((counter) =>
        counter
          .selectFrom('counter')
          .where('id', '=', 1)
          .select([
            sql<string>`${unit}`.as('unit'),
            sql<number>`0`.as('ordinal'),
            sql<string>`${id}`.as('id'),
            sql<string>`${exchange}`.as('exchange'),
            sql<string>`${key}`.as('routing_key'),
            sql<string>`concat(${body}, revision, ',"previous":', revision - 1, '}')`.as('body'),
            sql<number>`${createdAt}`.as('created_at'),
          ]),
      ),
);

/** The next messages to publish, in order, from the checkpoint on: at most `limit`, fewer once those read have `maxCharacters`. */
export async function readOutbox(em: EntityManager, after: number, limit: number, maxCharacters = Infinity): Promise<NumberedMessage[]> {
  const { rows: units } = await unitsAbove(em, after, limit);
  const messages: NumberedMessage[] = [];
  let characters = 0;
  for (let first = 0; first < units.length && messages.length < limit && characters < maxCharacters; first += unitsPerStatement) {
    const read = await readUnits(em, units.slice(first, first + unitsPerStatement), { after, limit: limit - messages.length });
    for (const { body } of read) characters += body.length;
    messages.push(...read);
  }
  return messages;
}

const unitsPerStatement = 200;

const unitsAbove = compiled((db: Kysely<BaseTables>, after: number, limit: number) =>
  db.selectFrom('outbox_unit').selectAll().where('last_number', '>', after).orderBy('last_number').limit(limit),
);

/** Messages of these units, in order, up to the limit. */
async function readUnits(
  em: EntityManager,
  units: readonly BaseTables['outbox_unit'][],
  { after, limit }: { after: number; limit: number },
) {
  const byName = new Map(units.map((unit) => [unit.unit, unit]));
  const parts = partsOf(units, after, limit);
  const complete = parts.filter(({ isComplete }) => isComplete).map(({ unit }) => unit);
  const rows = complete.length > 0 ? [...(await messagesOfUnits(em, complete)).rows] : [];
  for (const { unit, from, upTo, isComplete } of parts) if (!isComplete) rows.push(...(await messagesOfPart(em, unit, from, upTo)).rows);
  return rows.map((row) => numbered(row, byName.get(row.unit))).sort((one, other) => one.number - other.number);
}

const messagesOfUnits = compiled((db: Kysely<BaseTables>, units: readonly string[]) =>
  db.selectFrom('outbox').selectAll().where('unit', 'in', units),
);

const messagesOfPart = compiled((db: Kysely<BaseTables>, unit: string, from: number, upTo: number) =>
  db.selectFrom('outbox').selectAll().where('unit', '=', unit).where('ordinal', '>=', from).where('ordinal', '<', upTo),
);

/** Part of each unit that is above `after` and within the first `limit` messages. Only the first and the last unit can be partial. */
function partsOf(units: readonly BaseTables['outbox_unit'][], after: number, limit: number) {
  let left = limit;
  return units.flatMap(({ unit, first_number, last_number }) => {
    const size = Number(last_number) - Number(first_number) + 1;
    const from = Math.max(0, after + 1 - Number(first_number));
    const upTo = Math.min(size, from + left);
    left -= upTo - from;
    return upTo > from ? [{ unit, from, upTo, isComplete: from === 0 && upTo === size }] : [];
  });
}

/** Adds the number to a message, and the numbers of its unit of work to its body. */
function numbered(row: BaseTables['outbox'], unit: BaseTables['outbox_unit'] | undefined): NumberedMessage {
  if (!unit) throw new Error(`the message ${row.id} has no number`);
  const { id, exchange, routing_key: key, body, event, unit: name } = row;
  const number = Number(unit.first_number) + Number(row.ordinal);
  if (event === null) return { number, unit: name, id, exchange, key, body };
  const sequence = Number(unit.first_position) + Number(event);
  const numbers = unit.revision === null ? { sequence } : { sequence, revision: Number(unit.revision) };
  return { number, unit: name, id, exchange, key, body: `${body.slice(0, -1)},${JSON.stringify(numbers).slice(1)}` };
}

/** Number of messages above the checkpoint, and the time of the oldest, or null. */
export async function readOutboxBacklog(em: EntityManager): Promise<{ messages: number; oldest: Date | null }> {
  const { message, published } = await readCounter(em);
  if (message <= published) return { messages: 0, oldest: null };
  const first = await baseTables(em)
    .selectFrom('outbox_unit')
    .select('created_at')
    .where('last_number', '>', published)
    .orderBy('last_number')
    .limit(1)
    .executeTakeFirst();
  return { messages: message - published, oldest: first ? new Date(Number(first.created_at)) : null };
}

/** Deletes published messages older than `before`. Numbers follow time, so these come first. */
export function pruneOutbox(store: Store, before: Date): Promise<void> {
  return deleteInBatches(store, async (em) => {
    const db = baseTables(em);
    const { published } = await readCounter(em);
    const front = await db.selectFrom('outbox_unit').selectAll().orderBy('last_number').limit(rowsPerBatch).execute();
    const young = front.findIndex((unit) => Number(unit.last_number) > published || Number(unit.created_at) >= before.getTime());
    const old = young === -1 ? front : front.slice(0, young);
    return deleteFirst(em, old);
  });
}

/** Deletes about one batch of the units' messages, and units that are then empty. Returns the number of messages. */
async function deleteFirst(em: EntityManager, units: readonly BaseTables['outbox_unit'][]): Promise<number> {
  const db = baseTables(em);
  const [first] = units;
  if (!first) return 0;
  const rest = await db
    .selectFrom('outbox')
    .select('ordinal')
    .where('unit', '=', first.unit)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
  const end = Number(rest?.ordinal ?? 0) + rowsPerBatch;
  if (end < sizeOf(first)) {
    await db.deleteFrom('outbox').where('unit', '=', first.unit).where('ordinal', '<', end).execute();
    return rowsPerBatch;
  }
  const complete = firstOf(units, rowsPerBatch);
  const names = complete.map(({ unit }) => unit);
  await db.deleteFrom('outbox').where('unit', 'in', names).execute();
  await db
    .deleteFrom('outbox_unit')
    .where('last_number', '<=', complete.at(-1)?.last_number ?? 0)
    .execute();
  return complete.length < units.length ? rowsPerBatch : 0;
}

const sizeOf = ({ first_number, last_number }: BaseTables['outbox_unit']): number => Number(last_number) - Number(first_number) + 1;

/** The first units with at most that many messages in total, but at least one unit. */
function firstOf(units: readonly BaseTables['outbox_unit'][], messages: number) {
  let sum = 0;
  const end = units.findIndex((unit) => (sum += sizeOf(unit)) > messages);
  return end === -1 ? units : units.slice(0, Math.max(1, end));
}
