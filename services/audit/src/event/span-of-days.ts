import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import type { LogChunk } from '../log/log-chunks.ts';

/** Epoch milliseconds; `from` is inclusive, `until` exclusive. */
interface Days {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Above this number of events, a search from the end of the log finds a page soon enough. */
const maxEvents = 100_000;

/** The part of the log that has the events of these days; all of it up to `end` without days. */
export async function spanOfDays(em: EntityManager, days: Days, end: number): Promise<LogChunk> {
  const complete = { after: 0, upTo: end };
  if (days.from === undefined && days.until === undefined) return complete;
  const { first, last, count } = await idsOfDays(em, days).executeTakeFirstOrThrow();
  if (Number(count) > maxEvents) return complete;
  if (Number(count) === 0) return { after: end, upTo: end };
  return { after: Number(first) - 1, upTo: Math.min(end, Number(last)) };
}

/** The lowest and highest id of these days; the index by time is not ordered by id. */
export const idsOfDays = (em: EntityManager, { from, until }: Days) =>
  tablesOf(em)
    .selectFrom((log) =>
      log
        .selectFrom('event')
        .$if(from !== undefined, (event) => event.where('created_at', '>=', from ?? 0))
        .$if(until !== undefined, (event) => event.where('created_at', '<', until ?? 0))
        .select('id')
        .limit(maxEvents + 1)
        .as('of_days'),
    )
    .select(({ fn }) => [fn.min<number>('id').as('first'), fn.max<number>('id').as('last'), fn.countAll<number>().as('count')]);
