import { deepEqual, equal, ok } from 'node:assert/strict';
import { chunksOfLog } from './log-chunks.ts';

describe('pieces of the log', () => {
  /** The pieces for a reader who takes so long for each id. */
  async function read(end: number, msPerId: number, budgetMs = Number.POSITIVE_INFINITY, begin = 0) {
    let ms = 0;
    const chunks = [];
    for await (const { after, upTo } of chunksOfLog(
      { after: begin, upTo: end },
      { now: () => new Date(ms), budgetMs, firstIds: 512, leastIds: 16 },
    )) {
      chunks.push({ after, upTo });
      ms += (upTo - after) * msPerId;
    }
    return chunks;
  }

  it('are the whole log from its end, each id once', async () => {
    for (const msPerId of [0, 0.01, 1]) {
      const chunks = await read(100_000, msPerId);
      equal(chunks[0]?.upTo, 100_000);
      deepEqual(
        chunks.slice(1).map(({ upTo }) => upTo),
        chunks.slice(0, -1).map(({ after }) => after),
      );
      equal(chunks.at(-1)?.after, 0);
    }
  });

  it('end where the span begins', async () => {
    deepEqual(await read(1000, 0, Number.POSITIVE_INFINITY, 400), [
      { after: 488, upTo: 1000 },
      { after: 400, upTo: 488 },
    ]);
  });

  it('grow while they are read quickly, and shrink when they are not', async () => {
    equal((await read(200_000, 0)).length, 9);
    const slow = await read(200_000, 0.01);
    ok(slow.every(({ after, upTo }) => (upTo - after) * 0.01 < 21));
    ok(slow.length > 100);
    ok((await read(10_000, 1)).slice(6).every(({ after, upTo }) => upTo - after === 16));
  });

  it('let others run in between', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      running = setImmediate(turn);
    };
    let running = setImmediate(turn);
    const chunks = await read(100_000, 0.01);
    clearImmediate(running);
    ok(turns >= chunks.length - 1, `${turns} turns in ${chunks.length} pieces`);
  });

  it('end when the budget is spent, by the time that their reader takes', async () => {
    const chunks = await read(100_000, 1, 1000);
    const looked = 100_000 - (chunks.at(-1)?.after ?? 0);
    ok(looked >= 1000 && looked < 1100, `${looked} ids`);
    deepEqual((await read(100_000, 0.001, 1000)).at(-1)?.after, (await read(100_000, 0.001)).at(-1)?.after);
  });

  it('an empty log has no pieces', async () => deepEqual(await read(0, 0), []));
});
