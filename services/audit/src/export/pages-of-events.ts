import { type ReadContext, yieldToOthers } from '@signalbox/kit';
import { type EventFilter, matchingEvents } from '../event/find-events.ts';
import { hideUnseen } from '../event/hide-unseen.ts';
import type { LogChunk } from '../log/log-chunks.ts';
import { type ChainedEvent, fullEvent } from '../tables/event.ts';

/** Some events, oldest first. All matches up to `last` have been returned. */
export interface PageOfEvents {
  readonly events: readonly ChainedEvent[];
  readonly last: number;
}

/** Reads the events of a part of the log in pages. */
export type Pages = (span: LogChunk) => AsyncIterable<PageOfEvents>;

const eventsPerPage = 100;
const firstIds = 512;
const minIds = 16;
const quickMs = 10;

/**
 * Matching events that the caller may see. Each statement reads only as much of the log as takes about ten milliseconds, and
 * pages have a limit to save memory.
 */
export async function* pagesOfEvents(
  context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>,
  filter: EventFilter,
  { after, upTo }: LogChunk,
): AsyncGenerator<PageOfEvents> {
  const seesAll = context.access.allows(context.actor, ['ADMIN']);
  let ids = firstIds;
  for (let last = after; last < upTo; await yieldToOthers()) {
    const chunk = { after: last, upTo: Math.min(last + ids, upTo) };
    const begun = context.now().getTime();
    const matching = matchingEvents(context, filter, chunk, seesAll).select(fullEvent.selection);
    const rows = await matching.orderBy('id').limit(eventsPerPage).execute();
    ids = context.now().getTime() - begun < quickMs ? ids * 2 : Math.max(minIds, Math.floor(ids / 2));
    last = rows.length < eventsPerPage ? chunk.upTo : (rows.at(-1)?.id ?? chunk.upTo);
    yield {
      events: hideUnseen(
        context,
        rows.map((row) => fullEvent.decode(row)),
      ),
      last,
    };
  }
}
