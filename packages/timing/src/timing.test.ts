import { deepEqual, equal, rejects } from 'node:assert/strict';
import { doubling, pause, retry, unlessStopped, yieldToOthers } from './timing.ts';

const failing = (times: number) => async (attempt: number) => {
  if (attempt <= times) throw new Error(`attempt ${attempt}`);
  return attempt;
};

describe('retry', () => {
  it('repeats work until it succeeds, and reports each failure before', async () => {
    const failures: unknown[] = [];
    const result = await retry(failing(2), {
      waitMs: () => 0,
      failed: (error, attempt) => failures.push([(error as Error).message, attempt]),
    });
    equal(result, 3);
    deepEqual(failures, [
      ['attempt 1', 1],
      ['attempt 2', 2],
    ]);
  });

  it('rethrows an error that `again` rejects', async () => {
    await rejects(retry(failing(9), { waitMs: () => 0, again: (_error, attempt) => attempt < 3 }), /attempt 3/);
  });

  it('ends a long wait when it is stopped, with the last error', async () => {
    const stop = new AbortController();
    const trying = retry(failing(9), { waitMs: () => 600_000, stop: stop.signal });
    stop.abort();
    await rejects(trying, /attempt 1/);
  });

  it('doubles the wait after each failure, up to a limit', () => {
    deepEqual([1, 2, 3, 4, 9].map(doubling(50, 300)), [50, 100, 200, 300, 300]);
  });
});

describe('pause', () => {
  it('ends at once for an aborted signal', async () => {
    await pause(600_000, AbortSignal.abort());
  });
});

describe('unlessStopped', () => {
  it('resolves with the promise, or rejects once the signal is aborted', async () => {
    equal(await unlessStopped(new AbortController().signal, Promise.resolve(1)), 1);
    const stop = new AbortController();
    const waiting = unlessStopped(stop.signal, new Promise(() => undefined));
    stop.abort();
    await rejects(waiting, /Interrupted/);
    await rejects(unlessStopped(stop.signal, new Promise(() => undefined)), /Interrupted/);
  });
});

describe('yieldToOthers', () => {
  it('lets waiting work run before it resolves', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await yieldToOthers();
    order.push('work');
    deepEqual(order, ['other', 'work']);
  });
});
