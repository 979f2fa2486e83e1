import type { EntityManager } from '@signalbox/kit';
import { type ChainBreak, type ChainEnd, ChainVerifier, type KnownOfChain } from '../chain/chain.ts';
import type { ChainedEvent } from '../tables/event.ts';
import { readEventsBehind } from './event.ts';

const eventsPerPage = 100;

/** The log in order of id, up to `upTo`, for `verifyChain`. */
export async function* readChain(em: EntityManager, upTo = Number.MAX_SAFE_INTEGER): AsyncGenerator<ChainedEvent> {
  for (let last = -1; ; ) {
    const page = await readEventsBehind(em, last, { upTo, limit: eventsPerPage });
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}

/** Reads a chain in order of id and returns its first break, or null. */
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
