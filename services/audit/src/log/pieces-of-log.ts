import { yieldToOthers } from '@signalbox/kit';

const minIds = 512;
const quickMs = 10;

/** Ids of events above `after` and up to `upTo`. */
export interface PieceOfLog {
  readonly after: number;
  readonly upTo: number;
}

/**
 * The log from its end to its beginning, in pieces that whoever reads them is done with in about ten milliseconds each,
 * however much a piece turns out to hold. Others run in between.
 */
export async function* piecesOfLog(end: number, now: () => Date): AsyncGenerator<PieceOfLog> {
  let ids = minIds;
  for (let upTo = end; upTo > 0; await yieldToOthers()) {
    const begun = now().getTime();
    yield { after: upTo - ids, upTo };
    upTo -= ids;
    ids = now().getTime() - begun < quickMs ? ids * 2 : Math.max(minIds, ids / 2);
  }
}
