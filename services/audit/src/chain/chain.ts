import { hash } from 'node:crypto';
import type { BreakReason } from '../tables/log.ts';
import { type ChainedEvent, type EventHeader, hashedEvent, type Payload, payloadOfEvent } from '../tables/event.ts';

/** What the chain protects of one event. */
export type EventContent = EventHeader & Payload;

/** Where the log ends. */
export interface ChainEnd {
  readonly id: number;
  readonly hash: string;
}

/** The first event that is not what was written. */
export interface ChainBreak {
  readonly id: number;
  readonly reason: BreakReason;
}

/** The predecessor's hash of event 1. */
export const firstPreviousHash = '0'.repeat(64);

/** Before event 1. */
export const chainStart: ChainEnd = { id: 0, hash: firstPreviousHash };

/** SHA-256, as `hashEvent` has it, over `["data","preData","raw"]`. */
export const hashPayload = (payload: Payload): string => hash('sha256', JSON.stringify(payloadOfEvent.names.map((name) => payload[name])));

/**
 * SHA-256, in lower-case hexadecimal, over the UTF-8 bytes of one JSON array without white space:
 *
 * `["<previous hash>",id,createdAt,"type","createdBy",createdByUserId,"project","environment","featureName",`
 * `"tags",shown,"source",sequence,revision,"messageId","correlationId","<payload hash>"]`
 *
 * `createdAt` is epoch milliseconds, `shown` is `true` or `false`, absent values are `null`, and `tags` (as `data` and
 * `preData` in the payload) is a string that holds the stored JSON text. Strings are escaped as ECMA-262 does and RFC 8785
 * repeats it: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, other control characters as `\u00xx` in lower case, nothing else.
 */
export function hashEvent(previousHash: string, event: EventHeader, payloadHash: string): string {
  const fields = [previousHash, ...hashedEvent.names.map((name) => event[name]), payloadHash];
  return hash('sha256', JSON.stringify(fields));
}

/** What is known of a chain beside its events. */
export interface KnownOfChain {
  /** The event in front of the first one that is read. */
  readonly start?: ChainEnd;
  /** What was signed. */
  readonly checkpoints?: readonly ChainEnd[];
  /** Up to here, payloads may have been dropped. */
  readonly droppedTo?: number;
}

/**
 * Takes the events of a chain one after the other and says where it breaks. An event whose own hash was recomputed after a
 * change is found by its successor, the last one by the end of the chain, and a whole rest that was recomputed by the next
 * checkpoint.
 */
export class ChainVerifier {
  #last: ChainEnd;
  /** What is behind it is not known to be what was signed. */
  #signed: number;
  readonly #checkpoints: Map<number, string>;
  readonly #droppedTo: number;

  constructor({ start = chainStart, checkpoints = [], droppedTo = 0 }: KnownOfChain = {}) {
    this.#last = start;
    this.#signed = start.id;
    this.#checkpoints = new Map(checkpoints.map(({ id, hash: signed }) => [id, signed]));
    this.#droppedTo = droppedTo;
  }

  /** The last event that stands. */
  get last(): ChainEnd {
    return this.#last;
  }

  take(event: ChainedEvent): ChainBreak | null {
    const found = this.#breakAt(event);
    if (!found) this.#last = { id: event.id, hash: event.hash };
    if (!found && this.#checkpoints.has(event.id)) this.#signed = event.id;
    return found;
  }

  /** What is wrong when nothing follows, though the chain is said to end there. */
  finish(end: ChainEnd): ChainBreak | null {
    const { id, hash: last } = this.#last;
    const isSignedBehind = [...this.#checkpoints.keys()].some((signed) => signed > id);
    if (id < end.id || isSignedBehind) return { id: id + 1, reason: 'missing' };
    return last === end.hash ? null : { id, reason: 'changed' };
  }

  #breakAt(event: ChainedEvent): ChainBreak | null {
    const { id, hash: last } = this.#last;
    if (event.id <= id) return { id: event.id, reason: 'added' };
    if (event.id !== id + 1) return { id: id + 1, reason: 'missing' };
    const payloadHash = payloadHashOf(event, this.#droppedTo);
    if (payloadHash === null) return { id: event.id, reason: 'changed' };
    if (hashEvent(event.previousHash, event, payloadHash) !== event.hash) return { id: event.id, reason: 'changed' };
    if (event.previousHash !== last) return { id: Math.max(id, 1), reason: 'changed' };
    const signed = this.#checkpoints.get(event.id);
    return signed === undefined || signed === event.hash ? null : { id: this.#signed + 1, reason: 'rewritten' };
  }
}

/** The hash of the payload, or of what was there; null where a payload is gone that should be there. */
function payloadHashOf(event: ChainedEvent, droppedTo: number): string | null {
  if (event.payloadHash === null) return hashPayload(event);
  const isGone = event.data === null && event.preData === null && event.raw === null;
  return isGone && event.id <= droppedTo ? event.payloadHash : null;
}

/** Reads a chain in the order of its ids and answers its first bad event, null when all is as it was written. */
export async function verifyChain(
  events: AsyncIterable<ChainedEvent>,
  end: ChainEnd,
  known: KnownOfChain = {},
): Promise<ChainBreak | null> {
  const verifier = new ChainVerifier(known);
  for await (const event of events) {
    if (event.id > end.id && verifier.last.id === end.id) return { id: event.id, reason: 'added' };
    const found = verifier.take(event);
    if (found) return found;
  }
  return verifier.finish(end);
}
