import type { Envelope } from '@signalbox/contracts';
import type { Context, RawMessage } from '@signalbox/kit';
import { isRecorded } from '../log/event.ts';
import { Gap } from './gap.ts';
import { Source } from './source.ts';

/**
 * Checks that the event stands at the next position of its source, or behind the last one where the source was set back, and
 * writes down a gap when it does not: one for each time that a source is set back, not one for each event from there on. Answers
 * false for an event that is in the log already: the inbox forgets in time, the log does not. Needs the head's lock.
 */
export async function followSource(context: Context, { source: name, sequence }: Envelope, message: RawMessage): Promise<boolean> {
  const { em } = context;
  const source = (await em.findOne(Source, { source: name })) ?? em.create(Source, { source: name, sequence: 0, last: 0 });
  const expected = source.sequence + 1;
  if (sequence < expected && (await isRecorded(em, message.id))) return false;
  if (sequence !== expected && sequence !== source.last + 1) {
    em.create(Gap, { source: name, expected, got: sequence, messageId: message.id, noticedAt: context.now() });
  }
  source.last = sequence;
  source.sequence = Math.max(source.sequence, sequence);
  return true;
}
