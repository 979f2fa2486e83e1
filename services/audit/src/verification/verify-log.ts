import { type EntityManager, yieldToOthers } from '@signalbox/kit';
import { type ChainBreak, type ChainedEvent, type ChainEnd, chainStart, ChainVerifier } from '../chain/chain.ts';
import { Checkpoint, findLastCheckpoint, readSigned, type Signed, type VerifyingKey } from '../checkpoint/checkpoint.ts';
import { readPublicKeys } from '../checkpoint/checkpoint-key.ts';
import { readEventsBehind, readHead } from '../log/event.ts';

/** Which part of the log is verified, both ends included, and how long that may take. */
export interface VerifiedRange {
  readonly from?: number | undefined;
  /** Absent: the end of the log. */
  readonly to?: number | undefined;
  readonly budgetMs?: number;
  readonly now: () => Date;
  /** In place of the keys that stand in the database. */
  readonly keys?: readonly VerifyingKey[];
}

/** What verification has found. */
export interface Verification {
  /** The events that were looked at. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly checkpoints: number;
  readonly break: ChainBreak | null;
  /** Where to go on, when time was up; null when the range is done. */
  readonly next: number | null;
}

const eventsPerStep = 100;

/**
 * Verifies the stored log against itself and its checkpoints, in steps between which others run. Of a log that is being
 * written, what stands there when it begins.
 */
export async function verifyLog(em: EntityManager, range: VerifiedRange): Promise<Verification> {
  const walk = await beginWalk(em, range);
  const begun = range.now().getTime();
  for (; walk.break === null && walk.last < walk.upTo; await yieldToOthers()) {
    if (range.now().getTime() - begun >= (range.budgetMs ?? Number.POSITIVE_INFINITY)) return { ...resultOf(walk), next: walk.last + 1 };
    await step(em, walk);
  }
  walk.break ??= await breakAtEnd(em, walk);
  return resultOf(walk);
}

/** How far a verification has come. */
interface Walk {
  readonly from: number;
  readonly upTo: number;
  /** The end of the log, where that is the end of the range. */
  readonly end: ChainEnd | null;
  readonly keys: readonly VerifyingKey[];
  readonly droppedTo: number;
  /** How far the newest checkpoint reaches. */
  readonly signedTo: number;
  /** Its number: later ones came while the log was being verified. */
  readonly newest: number;
  /** The last checkpoint that was verified. */
  signed: { number: number; eventId: number };
  last: number;
  hash: string;
  events: number;
  checkpoints: number;
  break: ChainBreak | null;
}

async function beginWalk(em: EntityManager, { from = 1, to, keys }: VerifiedRange): Promise<Walk> {
  // Before the keys and the head, so that both know all that the checkpoints up to this one speak of.
  const newest = await findLastCheckpoint(em);
  const known = keys ?? (await readPublicKeys(em));
  const signed = newest && (await readSigned(newest.jws, known));
  const head = await readHead(em);
  const [before] = await em.find(Checkpoint, { eventId: { $lt: from } }, { orderBy: { number: 'desc' }, limit: 1 });
  const start = from === 1 ? chainStart : await endAt(em, from - 1);
  const upTo = Math.min(to ?? head.id, head.id);
  return {
    from,
    upTo,
    end: (to === undefined || to >= head.id) && from <= head.id + 1 ? head : null,
    keys: known,
    droppedTo: signed?.droppedTo ?? 0,
    signedTo: signed?.eventId ?? 0,
    newest: newest?.number ?? 0,
    signed: { number: before?.number ?? 0, eventId: from - 1 },
    last: from - 1,
    hash: start?.hash ?? '',
    events: 0,
    checkpoints: 0,
    break: start === null && from - 1 <= head.id ? { id: from - 1, reason: 'missing' } : null,
  };
}

async function endAt(em: EntityManager, id: number): Promise<ChainEnd | null> {
  const [event] = await readEventsBehind(em, id - 1, { upTo: id, limit: 1 });
  return event ?? null;
}

async function step(em: EntityManager, walk: Walk): Promise<void> {
  const events = await readEventsBehind(em, walk.last, { upTo: walk.upTo, limit: eventsPerStep });
  const upTo = events.at(-1)?.id ?? walk.upTo;
  const { signed, broken } = await signedUpTo(em, walk, upTo);
  const known = { start: { id: walk.last, hash: walk.hash }, checkpoints: signed.map(endOf), droppedTo: walk.droppedTo };
  const found = takeAll(events, new ChainVerifier(known), upTo);
  walk.events += found.taken;
  walk.break = earlier(found.broken && rewrittenSince(found.broken, walk, signed), broken);
  walk.last = found.last.id;
  walk.hash = found.last.hash;
  walk.checkpoints += signed.length;
  const last = signed.at(-1);
  if (last) walk.signed = { number: last.number, eventId: last.eventId };
}

const endOf = ({ eventId, hash }: Signed): ChainEnd => ({ id: eventId, hash });

function takeAll(events: readonly ChainedEvent[], verifier: ChainVerifier, upTo: number) {
  let taken = 0;
  for (const event of events) {
    const broken = verifier.take(event);
    if (broken) return { taken, broken, last: verifier.last };
    taken += 1;
  }
  const { last } = verifier;
  return { taken, broken: last.id < upTo ? ({ id: last.id + 1, reason: 'missing' } as const) : null, last };
}

/** Steps are shorter than the way from one checkpoint to the next: what is behind the last one is not known to be what was signed. */
function rewrittenSince(found: ChainBreak, { signed: { eventId } }: Walk, signed: readonly Signed[]): ChainBreak {
  if (found.reason !== 'rewritten') return found;
  const good = signed.findLast((each) => each.eventId < found.id)?.eventId ?? eventId;
  return { id: good + 1, reason: 'rewritten' };
}

const earlier = (one: ChainBreak | null, other: ChainBreak | null): ChainBreak | null =>
  one && other ? (one.id <= other.id ? one : other) : (one ?? other);

/** The checkpoints behind the last verified one, up to an event, and the first that is missing or not signed by a key that is known. */
async function signedUpTo(
  em: EntityManager,
  { signed, keys, newest }: Walk,
  upTo: number,
): Promise<{ signed: Signed[]; broken: ChainBreak | null }> {
  const where = { number: { $gt: signed.number, $lte: newest }, eventId: { $lte: upTo } };
  const found: Signed[] = [];
  for (const checkpoint of await em.find(Checkpoint, where, { orderBy: { number: 'asc' } })) {
    const stated = await readSigned(checkpoint.jws, keys);
    const isNext = checkpoint.number === signed.number + found.length + 1;
    if (!isNext || stated?.number !== checkpoint.number || stated.eventId !== checkpoint.eventId)
      return { signed: found, broken: { id: checkpoint.eventId, reason: 'unsigned' } };
    found.push(stated);
  }
  return { signed: found, broken: null };
}

/** What is wrong behind the last event: a log that was cut off, though its head or a checkpoint knows more, or that goes on behind its head. */
async function breakAtEnd(em: EntityManager, { last, hash, end, signedTo }: Walk): Promise<ChainBreak | null> {
  if (!end) return null;
  if (signedTo > last) return { id: last + 1, reason: 'missing' };
  const [added] = await readEventsBehind(em, last, { upTo: Number.MAX_SAFE_INTEGER, limit: 1 });
  if (added && (await readHead(em)).id < added.id) return { id: added.id, reason: 'added' };
  return hash === end.hash ? null : { id: last, reason: 'changed' };
}

const resultOf = ({ from, last, events, checkpoints, break: found }: Walk): Verification => ({
  from,
  to: last,
  events,
  checkpoints,
  break: found,
  next: null,
});
