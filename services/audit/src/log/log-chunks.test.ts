import { deepEqual, equal, ok } from 'node:assert/strict';
import { chunksOfLog } from './log-chunks.ts';

describe('the chunks of the log', () => {
  /** The chunks for a reader that takes `msPerId` for each id. */
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

  it('cover the log from its end, each id once', async () => {
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

  it('end at the beginning of the span', async () => {
    deepEqual(await read(1000, 0, Number.POSITIVE_INFINITY, 400), [
      { after: 488, upTo: 1000 },
      { after: 400, upTo: 488 },
    ]);
  });

  it('grow while reading is fast, and shrink while it is slow', async () => {
    equal((await read(200_000, 0)).length, 9);
    const slow = await read(200_000, 0.01);
    ok(slow.every(({ after, upTo }) => (upTo - after) * 0.01 < 21));
    ok(slow.length > 100);
    ok((await read(10_000, 1)).slice(6).every(({ after, upTo }) => upTo - after === 16));
  });

  it('let other work run in between', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      running = setImmediate(turn);
    };
    let running = setImmediate(turn);
    const chunks = await read(100_000, 0.01);
    clearImmediate(running);
    ok(turns >= chunks.length - 1, `${turns} turns in ${chunks.length} chunks`);
  });

  it('end when the reader has used up the budget', async () => {
    const chunks = await read(100_000, 1, 1000);
    const covered = 100_000 - (chunks.at(-1)?.after ?? 0);
    ok(covered >= 1000 && covered < 1100, `${covered} ids`);
    deepEqual((await read(100_000, 0.001, 1000)).at(-1)?.after, (await read(100_000, 0.001)).at(-1)?.after);
  });

  it('do not exist for an empty log', async () => deepEqual(await read(0, 0), []));
});
