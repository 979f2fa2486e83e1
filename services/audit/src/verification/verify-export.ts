import { isDeepStrictEqual } from 'node:util';
import type { Agent } from '@signalbox/contracts';
import { type ChainBreak, chainStart, ChainVerifier, type KnownOfChain } from '../chain/chain.ts';
import type { ChainedEvent } from '../tables/event.ts';
import { readSigned, type Claims, type VerifyingKey } from '../checkpoint/checkpoint.ts';
import { lineOf } from '../event/line-of-event.ts';

/** An event line of an export: the event of the API, and everything else that its hash covers. */
type ExportedEvent = Omit<ChainedEvent, 'createdAt' | 'correlationId' | 'agent' | 'client' | 'data' | 'preData' | 'tags'> &
  Readonly<Record<'data' | 'preData' | 'tags', unknown>> & {
    readonly createdAt: string;
    readonly groupId: string | null;
    readonly via?: Agent;
  };

/** The last line of an export. */
interface Trailer {
  /** The first requested event, and the last event of the log at that moment. */
  readonly from: number;
  readonly to: number;
  /** Number of event lines. */
  readonly events: number;
  /** True if the export has all events between the two. */
  readonly complete: boolean;
  /** All keys that ever signed a checkpoint. */
  readonly keys: readonly VerifyingKey[];
}

export interface VerifiedExport {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly complete: boolean;
  readonly checkpoints: number;
  /** The last event that a checkpoint covers. */
  readonly signedTo: number;
  /** Ids of the keys that signed the checkpoints. `keysAreGiven`: the caller passed them, they are not from the file. */
  readonly keys: readonly string[];
  readonly keysAreGiven: boolean;
  readonly break: ChainBreak | null;
}

/** Thrown for a file that is not a readable export. */
export class NoExport extends Error {
  override readonly name = 'NoExport';
}

/**
 * Verifies an exported file without the log. Reads `lines` twice, first for the checkpoints and the trailer at the end. An
 * incomplete export proves the events that it has; only a complete one proves that none is missing.
 */
export async function verifyExport(lines: () => AsyncIterable<string>, keys?: readonly VerifyingKey[]): Promise<VerifiedExport> {
  const end = await readEnd(lines());
  const known = keys ?? end.trailer.keys;
  const { signed, broken } = await verifySigned(end.checkpoints, known);
  const walked = await walk(lines(), end.trailer, signed);
  const { complete } = end.trailer;
  const signedTo = signed.at(-1)?.eventId ?? 0;
  const used = [...new Set(end.checkpoints.map((jws) => keyIdOf(jws)))];
  const found = { complete, signedTo, checkpoints: signed.length, keys: used, keysAreGiven: keys !== undefined };
  const { from, to, events } = walked;
  return { ...found, from, to, events, break: walked.broken ?? broken };
}

async function readEnd(lines: AsyncIterable<string>): Promise<{ checkpoints: string[]; trailer: Trailer }> {
  const checkpoints: string[] = [];
  for await (const line of lines) {
    if (line.startsWith('{"checkpoint":')) checkpoints.push((parsed(line) as { checkpoint: string }).checkpoint);
    if (line.startsWith('{"trailer":')) return { checkpoints, trailer: (parsed(line) as { trailer: Trailer }).trailer };
  }
  throw new NoExport('the file has no trailer: it is truncated or not an export of the event log');
}

/** Claims of the checkpoints up to the first that is out of sequence or not signed by a given key. */
async function verifySigned(checkpoints: readonly string[], keys: readonly VerifyingKey[]) {
  const signed: Claims[] = [];
  for (const jws of checkpoints) {
    const claims = await readSigned(jws, keys);
    const last = signed.at(-1);
    if (!claims || (last && claims.number !== last.number + 1))
      return { signed, broken: { id: (last?.eventId ?? 0) + 1, reason: 'unsigned' } satisfies ChainBreak };
    signed.push(claims);
  }
  return { signed, broken: null };
}

async function walk(lines: AsyncIterable<string>, trailer: Trailer, signed: readonly Claims[]) {
  const known = { checkpoints: signed.map(({ eventId: id, hash }) => ({ id, hash })), droppedTo: signed.at(-1)?.droppedTo ?? 0 };
  let verifier: ChainVerifier | undefined;
  const seen = { events: 0, from: trailer.from, to: trailer.from - 1 };
  for await (const line of lines) {
    if (line === '' || line.startsWith('{"checkpoint":') || line.startsWith('{"trailer":')) continue;
    if (!line.startsWith('{"id":')) return { ...seen, broken: { id: seen.to + 1, reason: 'added' } as const };
    const exported = parsed(line) as ExportedEvent;
    const event = chainedEvent(exported);
    if (trailer.complete && !verifier && event.id > trailer.from)
      return { ...seen, broken: { id: trailer.from, reason: 'missing' } as const };
    if (!verifier || (!trailer.complete && event.id > verifier.last.id + 1)) verifier = verifierFrom(event, known);
    const broken = verifier.take(event) ?? (showsOnly(event, exported) ? null : ({ id: event.id, reason: 'changed' } as const));
    if (broken) return { ...seen, broken };
    if (event.id < seen.from) seen.from = event.id;
    seen.events += 1;
    seen.to = event.id;
  }
  return { ...seen, broken: breakAtEnd(seen, trailer, signed) };
}

/** True if the line has no fields but those that follow from its hashed content, each as an export writes it. */
function showsOnly(event: ChainedEvent, exported: ExportedEvent): boolean {
  const written = parsed(lineOf(event)) as Readonly<Record<string, unknown>>;
  return Object.entries(exported).every(([name, value]) => isDeepStrictEqual(written[name], value));
}

/** The predecessor of the first event is unknown and trusted, except for event 1. */
function verifierFrom({ id, previousHash }: ChainedEvent, known: KnownOfChain): ChainVerifier {
  return new ChainVerifier({ ...known, start: id === 1 ? chainStart : { id: id - 1, hash: previousHash } });
}

/** An export that was truncated and continued has more lines than its trailer counts. */
function breakAtEnd(seen: { from: number; to: number; events: number }, trailer: Trailer, signed: readonly Claims[]): ChainBreak | null {
  const isCut = trailer.complete ? seen.to < trailer.to || signed.some(({ eventId }) => eventId > seen.to) : false;
  const areMissing = seen.from === trailer.from && seen.events < trailer.events;
  return isCut || areMissing ? { id: seen.to + 1, reason: 'missing' } : null;
}

const keyIdOf = (jws: string): string =>
  (parsed(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8')) as { kid?: string }).kid ?? '';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new NoExport(`a line is not valid JSON: ${line.slice(0, 60)}`);
  }
}

function chainedEvent({ createdAt, data, preData, tags, groupId, via, ...event }: ExportedEvent): ChainedEvent {
  return {
    ...event,
    createdAt: Date.parse(createdAt),
    data: textOf(data),
    preData: textOf(preData),
    tags: JSON.stringify(tags),
    correlationId: groupId,
    agent: via?.agent ?? null,
    client: via?.client ?? null,
  };
}

/** Serializes like the log, which stores the result of the same function. */
const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
