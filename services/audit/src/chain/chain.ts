import { hash } from 'node:crypto';
import type { BreakReason } from '../tables/log.ts';
import { type ChainedEvent, type EventHeader, hashedEvent, type Payload, payloadOfEvent } from '../tables/event.ts';

/** Hashed content of one event. */
export type EventContent = EventHeader & Payload;

/** Id and hash of the last event. */
export interface ChainEnd {
  readonly id: number;
  readonly hash: string;
}

/** The first event that fails verification. */
export interface ChainBreak {
  readonly id: number;
  readonly reason: BreakReason;
}

/** Previous hash of event 1. */
export const firstPreviousHash = '0'.repeat(64);

/** State before event 1. */
export const chainStart: ChainEnd = { id: 0, hash: firstPreviousHash };

/** SHA-256 of `["data","preData","raw"]`, serialized as in `hashEvent`. */
export const hashPayload = (payload: Payload): string => hash('sha256', JSON.stringify(payloadOfEvent.names.map((name) => payload[name])));

/**
 * SHA-256, in lower-case hexadecimal, over the UTF-8 bytes of one JSON array without white space:
 *
 * `["<previous hash>",id,createdAt,"type","createdBy",createdByUserId,"project","environment","featureName",`
 * `"tags",shown,"source",sequence,revision,"messageId","correlationId","<payload hash>"]`
 *
 * If an agent acted, `"agent","client"` follow the payload hash.
 *
 * `createdAt` is in epoch milliseconds, `shown` is `true` or `false`, and absent values are `null`. `tags` (like `data` and
 * `preData` in the payload) is a string with the stored JSON text. Strings are escaped as in ECMA-262 and RFC 8785: `\"`,
 * `\\`, `\b`, `\f`, `
 * `, `\r`, `\t`, other control characters as `\u00xx` in lower case, nothing else.
 */
export function hashEvent(previousHash: string, event: EventHeader, payloadHash: string): string {
  const agent = event.agent === null && event.client === null ? [] : [event.agent, event.client];
  const fields = [previousHash, ...hashedEvent.names.map((name) => event[name]), payloadHash, ...agent];
  return hash('sha256', JSON.stringify(fields));
}

/** Trusted facts about a chain. */
export interface KnownOfChain {
  /** The event before the first one to verify. */
  readonly start?: ChainEnd;
  /** Signed events. */
  readonly checkpoints?: readonly ChainEnd[];
  /** Payloads may have been dropped up to this id. */
  readonly droppedTo?: number;
}

/**
 * Verifies the events of a chain one by one. A changed event with a recomputed hash is detected by its successor, the last
 * event by the end of the chain, and a chain recomputed to its end by the next checkpoint.
 */
export class ChainVerifier {
  #last: ChainEnd;
  /** The last event that a checkpoint confirmed; later events may have been rewritten. */
  #signed: number;
  readonly #checkpoints: Map<number, string>;
  readonly #droppedTo: number;

  constructor({ start = chainStart, checkpoints = [], droppedTo = 0 }: KnownOfChain = {}) {
    this.#last = start;
    this.#signed = start.id;
    this.#checkpoints = new Map(checkpoints.map(({ id, hash: signed }) => [id, signed]));
    this.#droppedTo = droppedTo;
  }

  /** The last verified event. */
  get last(): ChainEnd {
    return this.#last;
  }

  take(event: ChainedEvent): ChainBreak | null {
    const found = this.#breakAt(event);
    if (!found) this.#last = { id: event.id, hash: event.hash };
    if (!found && this.#checkpoints.has(event.id)) this.#signed = event.id;
    return found;
  }

  /** Returns the break at the end, if the chain is expected to end at `end`. */
  finish(end: ChainEnd): ChainBreak | null {
    const { id, hash: last } = this.#last;
    const isSignedBehind = [...this.#checkpoints.keys()].some((signed) => signed > id);
    if (id < end.id || isSignedBehind) return { id: id + 1, reason: 'missing' };
    return last === end.hash ? null : { id, reason: 'changed' };
  }

  #breakAt(event: ChainedEvent): ChainBreak | null {
    const { id, hash: last } = this.#last;
    if (event.id <= id || !Number.isSafeInteger(event.id)) return { id: Math.ceil(event.id), reason: 'added' };
    if (event.id !== id + 1) return { id: id + 1, reason: 'missing' };
    const payloadHash = payloadHashOf(event, this.#droppedTo);
    if (payloadHash === null) return { id: event.id, reason: 'changed' };
    if (hashEvent(event.previousHash, event, payloadHash) !== event.hash) return { id: event.id, reason: 'changed' };
    if (event.previousHash !== last) return { id: Math.max(id, 1), reason: 'changed' };
    const signed = this.#checkpoints.get(event.id);
    return signed === undefined || signed === event.hash ? null : { id: this.#signed + 1, reason: 'rewritten' };
  }
}

/** The hash of the payload, or the stored hash of a dropped one. Null if a payload is missing that must not be. */
function payloadHashOf(event: ChainedEvent, droppedTo: number): string | null {
  if (event.payloadHash === null) return hashPayload(event);
  const isGone = event.data === null && event.preData === null && event.raw === null;
  return isGone && event.id <= droppedTo ? event.payloadHash : null;
}
