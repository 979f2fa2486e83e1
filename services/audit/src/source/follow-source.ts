import type { Envelope } from '@signalbox/contracts';
import { type Context, type RawMessage, slot } from '@signalbox/kit';
import { compiled, mergeRows } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { isRecorded } from '../log/event.ts';
import type { Tables } from '../tables/tables.ts';
import { Gap } from '../tables/source.ts';

/** Positions of a source: the highest, and the last. A restored source repeats positions. */
interface Positions {
  sequence: number;
  last: number;
}

/** Positions of sources with the events of this unit of work, by name. */
const followed = slot(() => new Map<string, Positions>());

/**
 * Checks that the event has the next position of its source, or follows the last one after the source was restored, and
 * records a gap otherwise: one per restore, not one per repeated event. Returns false for an event that is already in the
 * log. The caller must have locked the head, and calls `writeSources` at the end.
 */
export async function followSource(context: Context, { source: name, sequence }: Envelope, message: RawMessage): Promise<boolean> {
  const { em } = context;
  const source = await positionsOf(context, name);
  const expected = source.sequence + 1;
  if (sequence < expected && (await isRecorded(em, message.id))) return false;
  if (sequence !== expected && sequence !== source.last + 1) {
    em.create(Gap, { source: name, expected, got: sequence, messageId: message.id, noticedAt: context.now() });
  }
  source.last = sequence;
  source.sequence = Math.max(source.sequence, sequence);
  return true;
}

/** Positions of a source in this unit of work, 0 for a new one. Changes are written by `writeSources`. */
export async function positionsOf(context: Context, name: string): Promise<Positions> {
  const known = context.slot(followed);
  const [row] = known.has(name) ? [] : (await readSource(context.em, name)).rows;
  const positions = known.get(name) ?? { sequence: Number(row?.sequence ?? 0), last: Number(row?.last ?? 0) };
  known.set(name, positions);
  return positions;
}

const readSource = compiled((db: Kysely<Tables>, name: string) =>
  db.selectFrom('source').select(['sequence', 'last']).where('source', '=', name),
);

/** Writes the positions of the followed sources. */
export async function writeSources(context: Context): Promise<void> {
  const rows = [...context.slot(followed)].map(([source, positions]) => ({ source, ...positions }));
  await mergeRows(context.em, 'source', { key: ['source'], merge: { sequence: 'replace', last: 'replace' } }, rows);
}
