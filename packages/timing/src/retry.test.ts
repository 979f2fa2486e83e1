import { deepEqual, equal, rejects } from 'node:assert/strict';
import { pause } from './pause.ts';
import { doubling, retry } from './retry.ts';
import { yieldToOthers } from './yield-to-others.ts';

const failing = (times: number) => async (attempt: number) => {
  if (attempt <= times) throw new Error(`attempt ${attempt}`);
  return attempt;
};

describe('retry', () => {
  it('repeats work until it succeeds, and tells of each failure before', async () => {
    const told: unknown[] = [];
    const result = await retry(failing(2), { waitMs: () => 0, failed: (error, attempt) => told.push([(error as Error).message, attempt]) });
    equal(result, 3);
    deepEqual(told, [
      ['attempt 1', 1],
      ['attempt 2', 2],
    ]);
  });

  it('throws the error of an attempt that is not worth another one', async () => {
    await rejects(retry(failing(9), { waitMs: () => 0, again: (_error, attempt) => attempt < 3 }), /attempt 3/);
  });

  it('ends a long wait when it is stopped, with the last error', async () => {
    const stop = new AbortController();
    const trying = retry(failing(9), { waitMs: () => 600_000, stop: stop.signal });
    stop.abort();
    await rejects(trying, /attempt 1/);
  });

  it('waits twice as long after each failure, up to a limit', () => {
    deepEqual([1, 2, 3, 4, 9].map(doubling(50, 300)), [50, 100, 200, 300, 300]);
  });
});

describe('pause', () => {
  it('ends at once for a signal that is raised already', async () => {
    await pause(600_000, AbortSignal.abort());
  });
});

describe('yielding', () => {
  it('lets what waits run before the work goes on', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await yieldToOthers();
    order.push('work');
    deepEqual(order, ['other', 'work']);
  });
});
