import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import type { LogChunk } from '../log/log-chunks.ts';

/** Epoch milliseconds: from the first moment, up to the last without it. */
interface Days {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Days with more events than this are looked for from the log's end: events of theirs are found soon. */
const maxEvents = 100_000;

/** Where in the log the events of these days are, however long ago; all of it up to `end`, where no day is named. */
export async function spanOfDays(em: EntityManager, days: Days, end: number): Promise<LogChunk> {
  const complete = { after: 0, upTo: end };
  if (days.from === undefined && days.until === undefined) return complete;
  const { first, last, count } = await idsOfDays(em, days).executeTakeFirstOrThrow();
  if (Number(count) > maxEvents) return complete;
  if (Number(count) === 0) return { after: end, upTo: end };
  return { after: Number(first) - 1, upTo: Math.min(end, Number(last)) };
}

/** The least and the greatest id of these days: an index by time has no order of ids. */
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
