import { yieldToOthers } from '@signalbox/kit';

const quickMs = 10;

/** Ids of events above `after` and up to `upTo`. */
export interface LogChunk {
  readonly after: number;
  readonly upTo: number;
}

/** How long the reader of pieces may take for all of them, by which clock, and how many ids the first piece has, and the smallest. */
export interface Budget {
  readonly now: () => Date;
  readonly budgetMs: number;
  readonly firstIds: number;
  readonly leastIds: number;
}

/**
 * A span of the log from its end to its beginning, in pieces that whoever reads them is done with in about ten milliseconds each,
 * however much a piece turns out to hold. Others run in between; their time does not count. Ends early when the budget is
 * spent: the last piece begins behind the span's beginning then.
 */
export async function* chunksOfLog(span: LogChunk, { now, budgetMs, firstIds, leastIds }: Budget): AsyncGenerator<LogChunk> {
  let ids = firstIds;
  let spentMs = 0;
  for (let upTo = span.upTo; upTo > span.after && spentMs < budgetMs; await yieldToOthers()) {
    const begun = now().getTime();
    yield { after: Math.max(span.after, upTo - ids), upTo };
    upTo -= ids;
    const tookMs = now().getTime() - begun;
    spentMs += tookMs;
    ids = tookMs < quickMs ? ids * 2 : Math.max(leastIds, Math.floor(ids / 2));
  }
}
