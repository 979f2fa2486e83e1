import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { followVersioned } from './follow-versioned.ts';
import { Follower, type FollowerOptions } from './follower.ts';

/** Lets everything run that is ready to. */
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A follower whose fetches and timers wait for the test; a copy is its version. */
class Rehearsal {
  current = -1;
  /** The version of a change that only a fetch will do for. */
  unfit = -1;
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
        if (version === this.unfit) return false;
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

/** The change to a version from the one before it. */
const step = (version: number) => ({ version, previous: version - 1 });

describe('a follower', () => {
  it('is stale until a fetch has succeeded', async () => {
    const { follower } = new Rehearsal();
    equal(follower.stale, true);
    await new Rehearsal().at(0);
  });

  it('takes whatever the source has for the truth before anything is confirmed', async () => {
    const rehearsal = new Rehearsal();
    rehearsal.current = 57;
    await rehearsal.at(50);
  });

  it('fetches when it hears of a version above its own, and not for others', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [4, 5]) rehearsal.follower.hear(version);
    equal(rehearsal.fetches.length, 0);
    rehearsal.follower.hear(6);
    rehearsal.follower.hear(7);
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.fetches.length], [7, 0]);
  });

  it('fetches again, a little later, when the source did not have yet what it said', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.hear(7);
    await rehearsal.answer(6);
    deepEqual([rehearsal.current, [...rehearsal.timers.values()]], [6, [100]]);
    await rehearsal.runTimers();
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.timers.size, rehearsal.failures], [7, 0, []]);
  });

  it('tries again after a failure, each time later, and is stale meanwhile', async () => {
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

  it('tries at once after a reconnection, however long it would have waited', async () => {
    const rehearsal = await new Rehearsal().at(5);
    void rehearsal.follower.refetch();
    await rehearsal.refuse();
    deepEqual([rehearsal.fetches.length, rehearsal.timers.size], [0, 1]);
    void rehearsal.follower.refetch();
    deepEqual([rehearsal.fetches.length, rehearsal.timers.size], [1, 0]);
  });

  it('never replaces a copy by an older one', async () => {
    const rehearsal = await new Rehearsal().at(5);
    void rehearsal.follower.refetch();
    await rehearsal.answer(4);
    equal(rehearsal.current, 5);
    match(rehearsal.failures.join(), /version 4, older than 5/);
  });

  it('goes back with its source when three heartbeats in a row are below what it knows', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [4, 4, 5, 4, 4]) rehearsal.follower.heartbeat(version);
    deepEqual([rehearsal.fetches.length, rehearsal.follower.stale], [0, false]);
    rehearsal.follower.heartbeat(3);
    deepEqual([rehearsal.fetches.length, rehearsal.follower.stale], [1, true]);
    await rehearsal.answer(3);
    deepEqual([rehearsal.current, rehearsal.follower.stale], [3, false]);
  });

  it('forgets a version that it only heard of when the source does not come to it', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const reached = rehearsal.follower.reach(60);
    await rehearsal.answer(5);
    for (let beat = 0; beat < 3; beat += 1) rehearsal.follower.heartbeat(5);
    await rehearsal.answer(5);
    await reached;
    rehearsal.follower.heartbeat(5);
    equal(rehearsal.fetches.length, 0);
  });

  it('is stale when heartbeats stop, until the next one', async () => {
    const rehearsal = await new Rehearsal({ silenceMs: 7 }).at(5);
    rehearsal.follower.heartbeat(5);
    deepEqual([...rehearsal.timers.values()], [7]);
    await rehearsal.runTimers();
    equal(rehearsal.follower.stale, true);
    rehearsal.follower.heartbeat(5);
    equal(rehearsal.follower.stale, false);
  });

  it('lets whoever waits for a version go when it is held, and everybody at the end', async () => {
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

  it('lets what had to wait go on when a fetch has ended, either way', async () => {
    let resumed = 0;
    const rehearsal = new Rehearsal({ resume: () => void (resumed += 1) });
    void rehearsal.follower.refetch();
    await rehearsal.refuse();
    await rehearsal.runTimers();
    await rehearsal.answer(1);
    equal(resumed, 2);
  });

  it('needs no fetch any more when its holder came there by itself', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.hear(6);
    await rehearsal.refuse();
    rehearsal.current = 6;
    rehearsal.follower.hear(6);
    deepEqual([rehearsal.follower.stale, rehearsal.timers.size, rehearsal.fetches.length], [false, 0, 0]);
  });

  it('rejects a fetch that somebody waits for, when it fails', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const refreshed = rejects(rehearsal.follower.refresh(), /away/);
    await rehearsal.refuse();
    await refreshed;
    const older = rejects(rehearsal.follower.refresh(), /older/);
    await rehearsal.answer(4);
    await older;
    equal(rehearsal.current, 5);
  });

  it('applies a change that follows on what it holds, fetches nothing for it, and lets go of who waits', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(6));
    rehearsal.follower.take(step(7));
    await rehearsal.follower.reach(7);
    deepEqual([rehearsal.current, rehearsal.applied, rehearsal.fetches.length, rehearsal.follower.stale], [7, [6, 7], 0, false]);
  });

  it('takes a change once, and none that is older', async () => {
    const rehearsal = await new Rehearsal().at(5);
    for (const version of [6, 6, 5, 4]) rehearsal.follower.take(step(version));
    deepEqual([rehearsal.applied, rehearsal.fetches.length], [[6], 0]);
  });

  it('fetches where a change is missing, and applies what came meanwhile to what it fetched', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(7));
    rehearsal.follower.take(step(8));
    rehearsal.follower.take(step(9));
    deepEqual([rehearsal.applied, rehearsal.fetches.length], [[], 1]);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.applied, rehearsal.fetches.length, rehearsal.timers.size], [9, [8, 9], 0, 0]);
  });

  it('fetches for a change that says nothing of what it follows, and for one that cannot be applied', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take({ version: 6 });
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(6);
    rehearsal.unfit = 7;
    rehearsal.follower.take(step(7));
    equal(rehearsal.fetches.length, 1);
    await rehearsal.answer(7);
    deepEqual([rehearsal.current, rehearsal.applied], [7, []]);
  });

  it('applies nothing to a copy of which no fetch has told yet', async () => {
    const rehearsal = new Rehearsal();
    rehearsal.current = 5;
    rehearsal.follower.take(step(6));
    deepEqual([rehearsal.current, rehearsal.fetches.length], [5, 1]);
    await rehearsal.answer(5);
    deepEqual([rehearsal.current, rehearsal.applied], [6, [6]]);
  });

  it('applies while it fetches; a copy that was overtaken is dropped, and has confirmed what is held', async () => {
    const rehearsal = await new Rehearsal().at(5);
    const refreshed = rehearsal.follower.refresh();
    void rehearsal.follower.refetch();
    rehearsal.follower.take(step(6));
    await rehearsal.answer(5);
    await refreshed;
    await rehearsal.answer(5);
    deepEqual([rehearsal.current, rehearsal.follower.stale, rehearsal.failures, rehearsal.timers.size], [6, false, [], 0]);
  });

  it('forgets the changes of a future that the source was set back from', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.take(step(9));
    await rehearsal.refuse();
    for (let beat = 0; beat < 3; beat += 1) rehearsal.follower.heartbeat(4);
    await rehearsal.answer(8);
    deepEqual([rehearsal.current, rehearsal.applied], [8, []]);
  });

  it('leaves nothing behind when it is closed, and holds nothing any more', async () => {
    const rehearsal = await new Rehearsal().at(5);
    rehearsal.follower.heartbeat(9);
    rehearsal.follower.close();
    await rehearsal.answer(9);
    rehearsal.follower.heartbeat(10);
    await rehearsal.follower.refetch();
    deepEqual([rehearsal.current, rehearsal.timers.size, rehearsal.fetches.length], [5, 0, 0]);
  });
});

describe('following', () => {
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
