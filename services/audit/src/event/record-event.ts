import { type Envelope, eventKinds, system } from '@signalbox/contracts';
import { consumer, type Context, type RawMessage } from '@signalbox/kit';
import { atOnce } from '@signalbox/table';
import type { EventContent } from '../chain/chain.ts';
import { append, lockHead, writeAppended } from '../log/head.ts';
import { followSource, positionsOf, writeSources } from '../source/follow-source.ts';
import { isRecorded } from '../log/event.ts';
import { maxNameLength } from '../tables/event.ts';

export const onEveryEvent = consumer({
  queue: 'audit',
  recognizesRepetitions: 'because the log contains the id of each message, and the last position of each source',
  handle: recordEvent,
  async finish(context) {
    await writeAppended(context);
    await writeSources(context);
  },
  keepUnreadable,
});

/** Appends the event to the log once, and checks its position in the source. */
async function recordEvent(envelope: Envelope, context: Context, message: RawMessage): Promise<void> {
  const problem = problemOf(envelope);
  if (problem) {
    // The position counts anyway, or the next event would look like a gap.
    if (hasPosition(envelope)) {
      await lockHead(context);
      await followSource(context, envelope, message);
    }
    return keepUnreadable(message, problem, context);
  }
  await atOnce(lockHead(context), positionsOf(context, envelope.source));
  if (await followSource(context, envelope, message)) await append(context, contentOf(envelope, message));
}

const hasPosition = ({ source, sequence }: Envelope): boolean =>
  Number.isSafeInteger(sequence) && !source.includes('\0') && source.length <= maxNameLength;

/** Appends an unreadable message as received, with the reason. The events API does not list it. */
async function keepUnreadable(message: RawMessage, reason: string, context: Context): Promise<void> {
  if (await isRecorded(context.em, message.id)) return;
  await append(context, {
    createdAt: context.now().getTime(),
    type: 'unreadable',
    createdBy: system.name,
    createdByUserId: null,
    project: null,
    environment: null,
    featureName: null,
    data: JSON.stringify({ reason, exchange: message.exchange, key: message.key }),
    preData: null,
    tags: '[]',
    shown: false,
    source: null,
    sequence: null,
    revision: null,
    messageId: message.id,
    correlationId: null,
    agent: null,
    client: null,
    raw: message.body.toWellFormed(),
  });
}

/** Reason why a valid envelope does not fit the columns of the log, or null. */
function problemOf({ source, sequence, revision, correlationid, data }: Envelope): string | null {
  if (![sequence, revision ?? 0, data.createdByUserId ?? 0].every(Number.isSafeInteger)) return 'a number is too large';
  const names = { source, correlationid, type: data.type, createdBy: data.createdBy, ...data.via, ...eventKeys(data) };
  if (source.includes('\0')) return 'source contains a NUL character';
  const long = Object.entries(names).find(([, name]) => (name?.length ?? 0) > maxNameLength);
  if (long) return `${long[0]} is longer than ${maxNameLength} characters`;
  return Number.isNaN(Date.parse(data.createdAt)) ? 'createdAt is not a valid date-time' : null;
}

function contentOf(envelope: Envelope, message: RawMessage): Omit<EventContent, 'id'> {
  const { data: event } = envelope;
  return {
    createdAt: Date.parse(event.createdAt),
    type: event.type.toWellFormed(),
    createdBy: event.createdBy.toWellFormed(),
    createdByUserId: event.createdByUserId,
    ...eventKeys(event),
    data: textOf(event.data),
    preData: textOf(event.preData),
    tags: JSON.stringify(event.tags),
    shown: eventKinds.includes(event.type),
    source: envelope.source.toWellFormed(),
    sequence: envelope.sequence,
    revision: envelope.revision ?? null,
    messageId: message.id,
    correlationId: envelope.correlationid?.toWellFormed() ?? null,
    agent: event.via?.agent.toWellFormed() ?? null,
    client: event.via?.client.toWellFormed() ?? null,
    raw: isGivenBack(envelope, message) ? null : message.body.toWellFormed(),
  };
}

const eventKeys = ({ project, environment, featureName }: Envelope['data']) => ({
  project: project?.toWellFormed() ?? null,
  environment: environment?.toWellFormed() ?? null,
  featureName: featureName?.toWellFormed() ?? null,
});

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** True if the columns reproduce the exact text of the message. Numbers, spaces, repeated names and times have several spellings. */
const isGivenBack = (envelope: Envelope, message: RawMessage): boolean =>
  envelope.id === message.id &&
  new Date(envelope.data.createdAt).toISOString() === envelope.data.createdAt &&
  JSON.stringify(envelope) === message.body;
