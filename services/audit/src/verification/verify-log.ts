import { type EntityManager, minuteMs, yieldToOthers } from '@signalbox/kit';
import { type ChainBreak, type ChainEnd, chainStart, ChainVerifier } from '../chain/chain.ts';
import { fullEvent, type StoredEvent } from '../tables/event.ts';
import {
  Checkpoint,
  findLastCheckpoint,
  readCheckpoints,
  readSigned,
  type Claims,
  claimsOf,
  type StoredCheckpoint,
  type VerifyingKey,
} from '../checkpoint/checkpoint.ts';
import { readPublicKeys } from '../checkpoint/checkpoint-key.ts';
import { readSeals, type Seal, type Sealing } from '../checkpoint/seal.ts';
import { areRecorded } from '../log/findings.ts';
import { readUpkeep } from '../log/upkeep.ts';
import { countEvents, readEvent, readHead, readIds, readIdsOutside, readShortEvents, readStoredEvent } from '../log/event.ts';

/** The range to verify, both ends included, and the time limit. */
export interface VerifiedRange {
  readonly from?: number | undefined;
  /** Default: the end of the log. */
  readonly to?: number | undefined;
  readonly budgetMs?: number;
  readonly now: () => Date;
  /** Used in place of the stored keys. */
  readonly keys?: readonly VerifyingKey[];
  /** Locations of the seals; without it, seals are not checked. */
  readonly sealing?: Sealing;
}

export interface Verification {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly checkpoints: number;
  readonly break: ChainBreak | null;
  /** Where to continue when time was up; null when the range is done. */
  readonly next: number | null;
}

const eventsPerPage = 200;

/** Verifies the stored log and its checkpoints, yielding between steps. Covers the log as it is at the beginning of the call. */
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

/** A few hundred events of the log. */
interface Page {
  readonly upTo: number;
  /** Events by id, without long ones. */
  readonly events: ReadonlyMap<number, StoredEvent>;
  /** Number of rows, however long. */
  readonly rows: number;
  readonly checkpoints: readonly StoredCheckpoint[];
}

/** Reads the range in pages, each while the previous one is verified. */
async function* pagesOf(em: EntityManager, { last, upTo, signed, newest }: Walk): AsyncGenerator<Page> {
  const read = async (behind: number, after: number): Promise<Page | null> => {
    if (behind >= upTo) return null;
    const end = Math.min(behind + eventsPerPage, upTo);
    const [events, rows, checkpoints] = await Promise.all([
      readShortEvents(em, behind, end),
      countEvents(em, behind, end),
      readCheckpoints(em, { after, newest, upTo: end }),
    ]);
    return { upTo: end, events, rows, checkpoints };
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
    await next.catch(() => undefined); // avoids an unhandled rejection when the caller stops early
  }
}

/** Progress of a verification. */
interface Walk {
  readonly from: number;
  readonly upTo: number;
  /** The end of the log, if the range includes it. */
  readonly end: ChainEnd | null;
  readonly keys: readonly VerifyingKey[];
  readonly droppedTo: number;
  /** The last event that the newest checkpoint covers. */
  readonly signedTo: number;
  /** Number of the newest checkpoint at the beginning; later ones are ignored. */
  readonly newest: number;
  /** The last verified checkpoint. */
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
  // Read before the keys and the head, so that both include everything that checkpoints up to this one refer to.
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
          ? await sealBreak(em, { ...sealsBefore, ...sealing, hasSeal: newestSeal !== undefined, newest, head, provenTo })
          : null,
  };
}

const noSeals = { seals: [], unreadable: false } as const;

interface SealCheck extends Pick<Sealing, 'checkpointEvents'> {
  readonly seals: readonly Seal[];
  readonly unreadable: boolean;
  /** True if a seal existed after `newest` was read: the first one may be stored while a verification begins. */
  readonly hasSeal: boolean;
  readonly newest: Checkpoint | undefined;
  readonly head: ChainEnd;
  /** Read before the head, which may have grown since. */
  readonly provenTo: number;
}

/** Breaks that only the seals reveal: missing or replaced checkpoints and findings, and missing events that were verified before. */
async function sealBreak(em: EntityManager, check: SealCheck): Promise<ChainBreak | null> {
  const { seals, unreadable, hasSeal, newest, head, provenTo, checkpointEvents } = check;
  if (unreadable || (newest && !hasSeal)) return { id: newest?.eventId ?? 1, reason: 'unsigned' };
  for (const { number, eventId, hash, findings } of seals) {
    const checkpoint = await em.findOne(Checkpoint, { number });
    const claims = checkpoint && claimsOf(checkpoint);
    if (claims?.eventId !== eventId || claims.hash !== hash) return { id: eventId, reason: 'unsigned' };
    if (!(await areRecorded(em, findings))) return { id: eventId, reason: 'forgotten' };
  }
  // The first checkpoint may have been stored since `newest` was read.
  if (!newest && head.id > checkpointEvents && !(await findLastCheckpoint(em))) return { id: 1, reason: 'unsigned' };
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

const endOf = ({ eventId, hash }: Claims): ChainEnd => ({ id: eventId, hash });

async function takeAll(em: EntityManager, { events, rows, upTo }: Page, verifier: ChainVerifier) {
  const { id: before } = verifier.last;
  const orphan = rows > upTo - before ? await orphanAmong(em, before, upTo) : null;
  for (let id = before + 1; id <= (orphan ? orphan.id - 1 : upTo); id += 1) {
    const row = events.get(id) ?? (await readStoredEvent(em, id));
    const broken = row ? takeRow(row, verifier) : ({ id, reason: 'missing' } as const);
    if (broken) return { broken, last: verifier.last };
  }
  return { broken: orphan, last: verifier.last };
}

/** Only the columns of an exact row show what its hash covers. */
const takeRow = (row: StoredEvent, verifier: ChainVerifier): ChainBreak | null =>
  fullEvent.isExact(row) ? verifier.take(fullEvent.decode(row)) : { id: row.id, reason: 'changed' };

/** The first row that is not the event with the next id. */
async function orphanAmong(em: EntityManager, before: number, upTo: number): Promise<ChainBreak | null> {
  const ids = await readIds(em, before, upTo);
  const index = ids.findIndex((id, at) => id !== before + 1 + at);
  return index === -1 ? null : { id: Math.ceil(ids[index] ?? 0), reason: 'added' };
}

/** Pages are shorter than the distance between checkpoints, so a rewrite may begin right after the last verified checkpoint. */
function rewrittenSince(found: ChainBreak, { signed: { eventId } }: Walk, signed: readonly Claims[]): ChainBreak {
  if (found.reason !== 'rewritten') return found;
  const good = signed.findLast((each) => each.eventId < found.id)?.eventId ?? eventId;
  return { id: good + 1, reason: 'rewritten' };
}

const earlier = (one: ChainBreak | null, other: ChainBreak | null): ChainBreak | null =>
  one && other ? (one.id <= other.id ? one : other) : (one ?? other);

/** Claims of the checkpoints on a page, up to the first that is missing or not signed by a trusted key. */
async function signedIn({ checkpoints }: Page, { signed, keys }: Walk): Promise<{ signed: Claims[]; broken: ChainBreak | null }> {
  const found: Claims[] = [];
  for (const { number, eventId, createdAt, jws } of checkpoints) {
    const claims = await readSigned(jws, keys);
    const isNext = number === signed.number + found.length + 1;
    if (!isNext || claims?.number !== number || claims.eventId !== eventId || !isAbout(createdAt, claims))
      return { signed: found, broken: { id: eventId, reason: 'unsigned' } };
    found.push(claims);
  }
  return { signed: found, broken: null };
}

/** Earlier versions read the clock twice, for the row and for the signed content. */
const isAbout = (createdAt: Date, claims: Claims): boolean => Math.abs(createdAt.getTime() - Date.parse(claims.createdAt)) < minuteMs;

/** The break at the end, if any: a truncated log, or one that continues after its head. */
async function breakAtEnd(em: EntityManager, { last, hash, end, signedTo }: Walk): Promise<ChainBreak | null> {
  if (!end) return null;
  if (signedTo > last) return { id: last + 1, reason: 'missing' };
  const outside = await readIdsOutside(em, last);
  const { id: newEnd } = await readHead(em);
  const added = outside.find((id) => !(id >= 1 && id <= newEnd));
  if (added !== undefined) return { id: Number.isSafeInteger(Math.ceil(added)) ? Math.ceil(added) : last + 1, reason: 'added' };
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
