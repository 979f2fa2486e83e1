import { yieldToOthers } from '@signalbox/kit';

const quickMs = 10;

/** Ids of events above `after` and up to `upTo`. */
export interface LogChunk {
  readonly after: number;
  readonly upTo: number;
}

/** Time limit for reading all chunks, the clock, and the initial and minimum number of ids per chunk. */
export interface Budget {
  readonly now: () => Date;
  readonly budgetMs: number;
  readonly firstIds: number;
  readonly leastIds: number;
}

/**
 * A span of the log from its end to its beginning, in chunks that take the reader about ten milliseconds each, whatever
 * their content. Other work runs in between and does not count. Stops early when the budget is spent; the last chunk then
 * begins after the beginning of the span.
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
