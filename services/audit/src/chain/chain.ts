import { hash } from 'node:crypto';

/** What the chain protects of one event: everything that the log knows of it. Texts are well-formed Unicode. */
export interface EventContent {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly type: string;
  readonly createdBy: string;
  readonly createdByUserId: number | null;
  readonly project: string | null;
  readonly environment: string | null;
  readonly featureName: string | null;
  /** JSON text; null where the event carries null. */
  readonly data: string | null;
  readonly preData: string | null;
  readonly tags: string;
  /** Whether the events API shows it. */
  readonly shown: boolean;
  /** Who stated it and at which of its positions; null for what could not be read. */
  readonly source: string | null;
  readonly sequence: number | null;
  readonly messageId: string;
  /** The request that it came of; null for what no request started. */
  readonly correlationId: string | null;
  /** The message as it came, where the other fields do not give it back. */
  readonly raw: string | null;
}

/** An event as it lies in the log. */
export interface ChainedEvent extends EventContent {
  readonly previousHash: string;
  readonly hash: string;
}

/** Where the log ends. */
export interface ChainEnd {
  readonly id: number;
  readonly hash: string;
}

/** The first event that is not what was written, and how that shows. */
export interface ChainBreak {
  readonly id: number;
  readonly reason: 'changed' | 'missing' | 'added';
}

/** The predecessor's hash of event 1. */
export const firstPreviousHash = '0'.repeat(64);

/**
 * SHA-256, in lower-case hexadecimal, over the UTF-8 bytes of one JSON array without white space:
 *
 * `["<previous hash>",id,createdAt,"type","createdBy",createdByUserId,"project","environment","featureName","data",`
 * `"preData","tags",shown,"source",sequence,"messageId","raw"]`
 *
 * `createdAt` is epoch milliseconds, `shown` is `true` or `false`, absent values are `null`, and `data`, `preData` and
 * `tags` are strings that hold the stored JSON text. Strings are escaped as ECMA-262 does and RFC 8785 repeats it:
 * `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, other control characters as `\u00xx` in lower case, nothing else.
 */
export function hashEvent(previousHash: string, event: EventContent): string {
  const fields = [
    previousHash,
    event.id,
    event.createdAt,
    event.type,
    event.createdBy,
    event.createdByUserId,
    event.project,
    event.environment,
    event.featureName,
    event.data,
    event.preData,
    event.tags,
    event.shown,
    event.source,
    event.sequence,
    event.messageId,
    event.correlationId,
    event.raw,
  ];
  return hash('sha256', JSON.stringify(fields));
}

/**
 * Reads a whole log in the order of its ids and answers its first bad event, null when all is as it was written. An
 * event whose own hash was recomputed after a change is found by its successor, the last one by `end`.
 */
export async function verifyChain(events: AsyncIterable<ChainedEvent>, end: ChainEnd): Promise<ChainBreak | null> {
  let last: ChainEnd = { id: 0, hash: firstPreviousHash };
  for await (const event of events) {
    const found = breakAt(event, last, end);
    if (found) return found;
    last = event;
  }
  if (last.id < end.id) return { id: last.id + 1, reason: 'missing' };
  return last.hash === end.hash ? null : { id: last.id, reason: 'changed' };
}

function breakAt(event: ChainedEvent, last: ChainEnd, end: ChainEnd): ChainBreak | null {
  if (event.id > end.id && last.id === end.id) return { id: event.id, reason: 'added' };
  if (event.id !== last.id + 1) return { id: last.id + 1, reason: 'missing' };
  if (hashEvent(event.previousHash, event) !== event.hash) return { id: event.id, reason: 'changed' };
  if (event.previousHash !== last.hash) return { id: Math.max(last.id, 1), reason: 'changed' };
  return null;
}
