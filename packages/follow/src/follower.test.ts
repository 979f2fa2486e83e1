import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { followVersioned } from './follow-versioned.ts';
import { Follower, type FollowerOptions } from './follower.ts';

/** Runs everything that is ready. */
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A follower whose fetches and timers the test controls. A copy is just its version. */
class Rehearsal {
  current = -1;
  /** Version of a change that cannot be applied, so that only a fetch helps. */
  unusableVersion = -1;
  readonly fetches: { readonly answer: (version: number) => void; readonly fail: () => void }[] = [];
  readonly timers = new Map<() => void, number>();
  readonly failures: string[] = [];
  readonly applied: number[] = [];
  readonly follower: Follower<number>;

  constructor(options: Partial<FollowerOptions<number>> = {}) {
    this.follower = new Follower<number>({
      current: () => this.current,
      fetch: () => new Promise((answer, fail) => this.fetches.push({ answer, fail: () => fail(new Error('away')) })),
      versionOf: (version) => version,
      hold: (version) => void (this.current = version),
      failed: (error, attempt) => this.failures.push(`${attempt}: ${(error as Error).message}`),
      apply: ({ version }) => {
        if (version === this.unusableVersion) return false;
        this.applied.push(version);
        this.current = version;
        return true;
      },
      schedule: (run, delayMs) => {
        const timer = () => run();
        this.timers.set(timer, delayMs);
        return () => void this.timers.delete(timer);
      },
      retryMs: 100,
      maxRetryMs: 300,
      ...options,
    });
  }

  async answer(version: number): Promise<void> {
    this.fetches.shift()?.answer(version);
    await tick();
  }

  async refuse(): Promise<void> {
    this.fetches.shift()?.fail();
    await tick();
  }

  async runTimers(): Promise<void> {
    for (const timer of Array.from(this.timers.keys())) {
      this.timers.delete(timer);
      timer();
    }
    await tick();
  }

  async at(version: number): Promise<this> {
    void this.follower.refetch();
    await this.answer(version);
    deepEqual([this.current, this.follower.stale], [version, false]);
    return this;
  }
}

/** Change to a version from the one before it. */
const step = (version: number) => ({ version, previous: version - 1 });

describe('a follower', () => {
  it('is stale until a fetch has succeeded', async () => {
    const { follower } = new Rehearsal();
    equal(follower.stale, true);
    await new Rehearsal().at(0);
  });

  it('accepts any version of the source before the first confirmation', async () => {
    const rehearsal = new Rehearsal();
    rehearsal.current = 57;
    await rehearsal.at(50);
  });

  it('fetches for a version above its own, and for no other', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [4, 5]) rehearsal.follower.noteVersion(version);
    equal(rehearsal.fetches.length, 0);
    rehearsal.follower.noteVersion(6);
    rehearsal.follower.noteVersion(7);
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.fetches.length], [7, 0]);
  });

  it('fetches again, a little later, if the source did not have the reported version yet', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.noteVersion(7);
    await rehearsal.answer(6);
    deepEqual([rehearsal.current, [...rehearsal.timers.values()]], [6, [100]]);
    await rehearsal.runTimers();
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.timers.size, rehearsal.failures], [7, 0, []]);
  });

  it('retries after a failure with growing delays, and is stale meanwhile', async () => {
    const rehearsal = await new Rehearsal().at(5);
    void rehearsal.follower.refetch();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await rehearsal.refuse();
      equal(rehearsal.follower.stale, true);
      delays.push(...rehearsal.timers.values());
      await rehearsal.runTimers();
    }
    deepEqual(delays, [100, 200, 300, 300]);
    deepEqual(rehearsal.failures, ['1: away', '2: away', '3: away', '4: away']);
    await rehearsal.answer(5);
    equal(rehearsal.follower.stale, false);
  });

  it('retries at once after a reconnection, regardless of the delay', async () => {
    const rehearsal = await new Rehearsal().at(5);
    void rehearsal.follower.refetch();
    await rehearsal.refuse();
    deepEqual([rehearsal.fetches.length, rehearsal.timers.size], [0, 1]);
    void rehearsal.follower.refetch();
    deepEqual([rehearsal.fetches.length, rehearsal.timers.size], [1, 0]);
  });

  it('retries at once when its source responds before the first copy has arrived', async () => {
    const rehearsal = new Rehearsal();
    void rehearsal.follower.refetch();
    await rehearsal.refuse();
    equal(rehearsal.fetches.length, 0);
    rehearsal.follower.heartbeat(3);
    await rehearsal.answer(3);
    deepEqual([rehearsal.current, rehearsal.follower.stale], [3, false]);
  });

  it('never replaces a copy by an older one', async () => {
    const rehearsal = await new Rehearsal().at(5);
    void rehearsal.follower.refetch();
    await rehearsal.answer(4);
    equal(rehearsal.current, 5);
    match(rehearsal.failures.join(), /version 4, which is older than 5/);
  });

  it('goes back with its source after three consecutive heartbeats below its version', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [4, 4, 5, 4, 4]) rehearsal.follower.heartbeat(version);
    deepEqual([rehearsal.fetches.length, rehearsal.follower.stale], [0, false]);
    rehearsal.follower.heartbeat(3);
    deepEqual([rehearsal.fetches.length, rehearsal.follower.stale], [1, true]);
    await rehearsal.answer(3);
    deepEqual([rehearsal.current, rehearsal.follower.stale], [3, false]);
  });

  it('forgets a reported version that the source does not reach', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const reached = rehearsal.follower.reach(60);
    await rehearsal.answer(5);
    for (let beat = 0; beat < 3; beat += 1) rehearsal.follower.heartbeat(5);
    await rehearsal.answer(5);
    await reached;
    rehearsal.follower.heartbeat(5);
    equal(rehearsal.fetches.length, 0);
  });

  it('is stale from when heartbeats stop until the next one', async () => {
    const rehearsal = await new Rehearsal({ silenceMs: 7 }).at(5);
    rehearsal.follower.heartbeat(5);
    deepEqual([...rehearsal.timers.values()], [7]);
    await rehearsal.runTimers();
    equal(rehearsal.follower.stale, true);
    rehearsal.follower.heartbeat(5);
    equal(rehearsal.follower.stale, false);
  });

  it('releases waiting callers when their version is reached, and all of them at the end', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const reached: number[] = [];
    for (const version of [5, 6, 8]) void rehearsal.follower.reach(version).then(() => reached.push(version));
    await tick();
    deepEqual(reached, [5]);
    await rehearsal.answer(7);
    deepEqual(reached, [5, 6]);
    rehearsal.follower.close();
    await tick();
    deepEqual(reached, [5, 6, 8]);
  });

  it('resumes delayed work when a fetch has ended, either way', async () => {
    let resumed = 0;
    const rehearsal = new Rehearsal({ resume: () => void (resumed += 1) });
    void rehearsal.follower.refetch();
    await rehearsal.refuse();
    await rehearsal.runTimers();
    await rehearsal.answer(1);
    equal(resumed, 2);
  });

  it('needs no fetch once its holder has reached the version by itself', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.noteVersion(6);
    await rehearsal.refuse();
    rehearsal.current = 6;
    rehearsal.follower.noteVersion(6);
    deepEqual([rehearsal.follower.stale, rehearsal.timers.size, rehearsal.fetches.length], [false, 0, 0]);
  });

  it('rejects an awaited fetch that fails', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const refreshed = rejects(rehearsal.follower.refresh(), /away/);
    await rehearsal.refuse();
    await refreshed;
    const older = rejects(rehearsal.follower.refresh(), /older/);
    await rehearsal.answer(4);
    await older;
    equal(rehearsal.current, 5);
  });

  it('applies the next change without a fetch, and releases waiting callers', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(6));
    rehearsal.follower.take(step(7));
    await rehearsal.follower.reach(7);
    deepEqual([rehearsal.current, rehearsal.applied, rehearsal.fetches.length, rehearsal.follower.stale], [7, [6, 7], 0, false]);
  });

  it('applies a change once, and no older one', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [6, 6, 5, 4]) rehearsal.follower.take(step(version));
    deepEqual([rehearsal.applied, rehearsal.fetches.length], [[6], 0]);
  });

  it('fetches after a gap, and then applies the changes received meanwhile', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(7));
    rehearsal.follower.take(step(8));
    rehearsal.follower.take(step(9));
    deepEqual([rehearsal.applied, rehearsal.fetches.length], [[], 1]);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.applied, rehearsal.fetches.length, rehearsal.timers.size], [9, [8, 9], 0, 0]);
  });

  it('fetches for a change without a previous version, and for one that cannot be applied', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take({ version: 6 });
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(6);
    rehearsal.unusableVersion = 7;
    rehearsal.follower.take(step(7));
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.applied], [7, []]);
  });

  it('applies nothing to an unconfirmed copy', async () => {
    const rehearsal = new Rehearsal();
    rehearsal.current = 5;
    rehearsal.follower.take(step(6));
    deepEqual([rehearsal.current, rehearsal.fetches.length], [5, 1]);
    await rehearsal.answer(5);
    deepEqual([rehearsal.current, rehearsal.applied], [6, [6]]);
  });

  it('applies changes during a fetch; an overtaken copy is dropped, but confirms the current one', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const refreshed = rehearsal.follower.refresh();
    void rehearsal.follower.refetch();
    rehearsal.follower.take(step(6));
    await rehearsal.answer(5);
    await refreshed;
    await rehearsal.answer(5);
    deepEqual([rehearsal.current, rehearsal.follower.stale, rehearsal.failures, rehearsal.timers.size], [6, false, [], 0]);
  });

  it('forgets changes after the version that the source was reset to', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(9));
    await rehearsal.refuse();
    for (let beat = 0; beat < 3; beat += 1) rehearsal.follower.heartbeat(4);
    await rehearsal.answer(8);
    deepEqual([rehearsal.current, rehearsal.applied], [8, []]);
  });

  it('leaves no timer behind when it is closed, and applies nothing any more', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.heartbeat(9);
    rehearsal.follower.close();
    await rehearsal.answer(9);
    rehearsal.follower.heartbeat(10);
    await rehearsal.follower.refetch();
    deepEqual([rehearsal.current, rehearsal.timers.size, rehearsal.fetches.length], [5, 0, 0]);
  });
});

describe('followVersioned', () => {
  it('subscribes before it fetches, and fetches again after each reconnection', async () => {
    const rehearsal = new Rehearsal();
    const steps: string[] = [];
    const connected: (() => void)[] = [];
    const received = new Map<string, (body: unknown) => void>();
    await followVersioned(
      rehearsal.follower,
      async (key, receive, reconnected) => {
        steps.push(`${key} ${rehearsal.fetches.length}`);
        received.set(key, receive);
        connected.push(reconnected);
      },
      { changes: 'changes', heartbeats: 'heartbeats' },
    );
    deepEqual([steps, rehearsal.fetches.length], [['changes 0', 'heartbeats 0'], 1]);
    await rehearsal.answer(1);
    for (const reconnect of connected) reconnect();
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(1);
    received.get('changes')?.({ version: 2 });
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(2);
    received.get('heartbeats')?.({ revision: 3 });
    equal(rehearsal.fetches.length, 1);
    rehearsal.follower.close();
  });
});
