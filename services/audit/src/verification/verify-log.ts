import { type EntityManager, yieldToOthers } from '@signalbox/kit';
import { type ChainBreak, type ChainEnd, chainStart, ChainVerifier } from '../chain/chain.ts';
import type { ChainedEvent } from '../tables/event.ts';
import {
  Checkpoint,
  findLastCheckpoint,
  readCheckpoints,
  readSigned,
  type Signed,
  statedBy,
  type StoredCheckpoint,
  type VerifyingKey,
} from '../checkpoint/checkpoint.ts';
import { readPublicKeys } from '../checkpoint/checkpoint-key.ts';
import { readSeals, type Seal, type Sealing } from '../checkpoint/seal.ts';
import { readUpkeep } from '../log/upkeep.ts';
import { readEvent, readEventsBehind, readHead, readShortEvents } from '../log/event.ts';

/** Which part of the log is verified, both ends included, and how long that may take. */
export interface VerifiedRange {
  readonly from?: number | undefined;
  /** Absent: the end of the log. */
  readonly to?: number | undefined;
  readonly budgetMs?: number;
  readonly now: () => Date;
  /** In place of the keys that stand in the database. */
  readonly keys?: readonly VerifyingKey[];
  /** Where the seals are; absent: they are not looked at. */
  readonly sealing?: Sealing;
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

const eventsPerPage = 200;

/**
 * Verifies the stored log against itself and its checkpoints, in steps between which others run. Of a log that is being
 * written, what stands there when it begins.
 */
export async function verifyLog(em: EntityManager, range: VerifiedRange): Promise<Verification> {
  const walk = await beginWalk(em, range);
  const end = range.now().getTime() + (range.budgetMs ?? Number.POSITIVE_INFINITY);
  if (walk.break) return resultOf(walk);
  for await (const page of pagesOf(em, walk)) {
    await step(em, walk, page);
    if (walk.break) return resultOf(walk);
    if (walk.last < walk.upTo && range.now().getTime() >= end) return { ...resultOf(walk), next: walk.last + 1 };
    await yieldToOthers();
  }
  walk.break = await breakAtEnd(em, walk);
  return resultOf(walk);
}

/** Some hundred ids of the log, as they were read. */
interface Page {
  readonly upTo: number;
  /** By their ids, without the long ones. */
  readonly events: ReadonlyMap<number, ChainedEvent>;
  readonly checkpoints: readonly StoredCheckpoint[];
}

/** What a walk goes through from where it stands, each page read while the one before it is looked at. */
async function* pagesOf(em: EntityManager, { last, upTo, signed, newest }: Walk): AsyncGenerator<Page> {
  const read = async (behind: number, after: number): Promise<Page | null> => {
    if (behind >= upTo) return null;
    const end = Math.min(behind + eventsPerPage, upTo);
    const [events, checkpoints] = await Promise.all([readShortEvents(em, behind, end), readCheckpoints(em, { after, newest, upTo: end })]);
    return { upTo: end, events, checkpoints };
  };
  let next = read(last, signed.number);
  let number = signed.number;
  try {
    for (let page = await next; page !== null; page = await next) {
      number = page.checkpoints.at(-1)?.number ?? number;
      next = read(page.upTo, number);
      yield page;
    }
  } finally {
    await next.catch(() => undefined); // Whoever stops early has not waited for it.
  }
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

async function beginWalk(em: EntityManager, { from = 1, to, keys, sealing }: VerifiedRange): Promise<Walk> {
  const sealsBefore = sealing ? await readSeals(em, sealing) : noSeals;
  const { provenTo } = await readUpkeep(em);
  // Before the keys and the head, so that both know all that the checkpoints up to this one speak of.
  const newest = await findLastCheckpoint(em);
  const stored = keys ?? (await readPublicKeys(em));
  const sealsAfter = sealing ? await readSeals(em, sealing) : noSeals;
  const [newestSeal] = sealsAfter.seals;
  const known = newestSeal ? stored.filter(({ kid }) => newestSeal.keys.includes(kid)) : stored;
  const signed = newest && (await readSigned(newest.jws, known));
  const head = await readHead(em);
  const [before] = await em.find(Checkpoint, { eventId: { $lt: from } }, { orderBy: { number: 'desc' }, limit: 1 });
  const start = from === 1 ? chainStart : await readEvent(em, from - 1);
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
    break:
      start === null && from - 1 <= head.id
        ? { id: from - 1, reason: 'missing' }
        : sealing
          ? await sealBreak(em, { ...sealsBefore, hasSeal: newestSeal !== undefined, newest, head, provenTo })
          : null,
  };
}

const noSeals = { seals: [], unreadable: false } as const;

interface SealCheck {
  readonly seals: readonly Seal[];
  readonly unreadable: boolean;
  /** Whether there was a seal once `newest` was read: the first one may be stored while a verification begins. */
  readonly hasSeal: boolean;
  readonly newest: Checkpoint | undefined;
  readonly head: ChainEnd;
  /** Read before the head, which may have grown since. */
  readonly provenTo: number;
}

/** What the seals know and the tables do not: checkpoints that are gone or were replaced, and events that were verified and are gone. */
async function sealBreak(em: EntityManager, { seals, unreadable, hasSeal, newest, head, provenTo }: SealCheck): Promise<ChainBreak | null> {
  if (unreadable || (newest && !hasSeal)) return { id: newest?.eventId ?? 1, reason: 'unsigned' };
  for (const { number, eventId, hash } of seals) {
    const checkpoint = await em.findOne(Checkpoint, { number });
    const stated = checkpoint && statedBy(checkpoint);
    if (stated?.eventId !== eventId || stated.hash !== hash) return { id: eventId, reason: 'unsigned' };
  }
  return provenTo > head.id ? { id: head.id + 1, reason: 'missing' } : null;
}

async function step(em: EntityManager, walk: Walk, page: Page): Promise<void> {
  const { signed, broken } = await signedIn(page, walk);
  const known = { start: { id: walk.last, hash: walk.hash }, checkpoints: signed.map(endOf), droppedTo: walk.droppedTo };
  const found = await takeAll(em, page, new ChainVerifier(known));
  walk.events += found.last.id - walk.last;
  walk.break = earlier(found.broken && rewrittenSince(found.broken, walk, signed), broken);
  walk.last = found.last.id;
  walk.hash = found.last.hash;
  walk.checkpoints += signed.length;
  const last = signed.at(-1);
  if (last) walk.signed = { number: last.number, eventId: last.eventId };
}

const endOf = ({ eventId, hash }: Signed): ChainEnd => ({ id: eventId, hash });

async function takeAll(em: EntityManager, { events, upTo }: Page, verifier: ChainVerifier) {
  for (let id = verifier.last.id + 1; id <= upTo; id += 1) {
    const event = events.get(id) ?? (await readEvent(em, id));
    const broken = event ? verifier.take(event) : ({ id, reason: 'missing' } as const);
    if (broken) return { broken, last: verifier.last };
  }
  return { broken: null, last: verifier.last };
}

/** Steps are shorter than the way from one checkpoint to the next: what is behind the last one is not known to be what was signed. */
function rewrittenSince(found: ChainBreak, { signed: { eventId } }: Walk, signed: readonly Signed[]): ChainBreak {
  if (found.reason !== 'rewritten') return found;
  const good = signed.findLast((each) => each.eventId < found.id)?.eventId ?? eventId;
  return { id: good + 1, reason: 'rewritten' };
}

const earlier = (one: ChainBreak | null, other: ChainBreak | null): ChainBreak | null =>
  one && other ? (one.id <= other.id ? one : other) : (one ?? other);

/** The checkpoints of a page, and the first that is missing or not signed by a key that is known. */
async function signedIn({ checkpoints }: Page, { signed, keys }: Walk): Promise<{ signed: Signed[]; broken: ChainBreak | null }> {
  const found: Signed[] = [];
  for (const { number, eventId, jws } of checkpoints) {
    const stated = await readSigned(jws, keys);
    const isNext = number === signed.number + found.length + 1;
    if (!isNext || stated?.number !== number || stated.eventId !== eventId)
      return { signed: found, broken: { id: eventId, reason: 'unsigned' } };
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
