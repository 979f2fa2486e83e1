import { AsyncLocalStorage } from 'node:async_hooks';

/** The timers that the simulation replaces while it runs. All waits of the product use them. */
const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
};
const realClocks = { date: Date.now, performance: performance.now.bind(performance) };

type Run = (...args: unknown[]) => void;

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** Result of `setTimeout` and similar functions. */
interface Timer {
  readonly task: { current: Task };
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
}

/** The time of the work that runs. Other work of the process, such as clients of earlier tests that still reconnect, has real timers. */
const current = new AsyncLocalStorage<VirtualTime>();

/** Start time of every run: a day in 2026, in epoch milliseconds. */
const epochMs = 1_780_000_000_000;

/**
 * One clock and one queue of timers for all work of a run, instead of the machine's. Time stands still while code runs, and jumps
 * to the next timer when nothing runs. Timers of the same time run in the order in which they were set.
 */
export class VirtualTime {
  readonly #heap: Task[] = [];
  #now = 0;
  #order = 0;
  /** Clock skew of the databases. */
  databaseSkewMs = 0;

  /** Milliseconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** Time of day, without skew. */
  get date(): number {
    return epochMs + Math.floor(this.#now);
  }

  /** Replaces the clocks of this process, and the timers of `work`, until it has settled. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#install();
    try {
      return await current.run(this, work);
    } finally {
      Object.assign(globalThis, real);
      Date.now = realClocks.date;
      performance.now = realClocks.performance;
    }
  }

  /** Runs timers in order until `until` returns true, or the next one is after `limitMs`. Returns which it was. */
  async run(until: () => boolean, limitMs: number): Promise<boolean> {
    for (;;) {
      await this.drain();
      if (until()) return true;
      const next = this.#take(limitMs);
      if (!next) return false;
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
  }

  /** Lets time pass until the work has settled, which must happen within `limitMs`. */
  async finish<T>(work: Promise<T>, limitMs: number): Promise<T> {
    let isOver = false;
    const end = () => (isOver = true);
    work.then(end, end);
    if (!(await this.run(() => isOver, this.#now + limitMs))) throw new Error(`not done after ${limitMs} ms`);
    return work;
  }

  /** Runs everything that waits for no timer: resolved promises, and what these resolve. */
  drain(): Promise<void> {
    return new Promise((resolve) => void real.setImmediate(resolve));
  }

  /** Resolves `ms` later. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#add(ms, resolve));
  }

  /** Calls a function `ms` later. */
  after(ms: number, run: () => void): void {
    this.#add(ms, run);
  }

  #install(): void {
    const isOwn = () => current.getStore() === this;
    const once = (run: Run, ms = 0, ...args: unknown[]) => timerOf(this.#add(ms, () => run(...args)));
    const cancel =
      (cancelReal: (timer?: never) => void) =>
      (timer?: Timer): void => {
        if (timer?.task) timer.task.current.cancelled = true;
        else cancelReal(timer as never);
      };
    const again = (run: Run, ms = 0, ...args: unknown[]) => {
      const timer = timerOf(this.#add(ms, () => repeat()));
      const repeat = () => {
        timer.task.current = this.#add(Math.max(1, ms), repeat);
        run(...args);
      };
      return timer;
    };
    Object.assign(globalThis, {
      setTimeout: (...timer: Parameters<typeof once>) => (isOwn() ? once(...timer) : real.setTimeout(...timer)),
      clearTimeout: cancel(real.clearTimeout),
      setInterval: (...timer: Parameters<typeof again>) => (isOwn() ? again(...timer) : real.setInterval(...timer)),
      clearInterval: cancel(real.clearInterval),
      setImmediate: (run: Run, ...args: unknown[]) => (isOwn() ? once(run, 0, ...args) : real.setImmediate(run, ...args)),
      clearImmediate: cancel(real.clearImmediate),
    });
    Date.now = () => this.date + this.databaseSkewMs;
    performance.now = () => this.#now;
  }

  #add(ms: number, run: () => void): Task {
    this.#order += 1;
    const task: Task = { at: this.#now + Math.max(0, ms), order: this.#order, run, cancelled: false };
    push(this.#heap, task);
    return task;
  }

  #take(limitMs: number): Task | undefined {
    for (let next = this.#heap[0]; next && next.at <= limitMs; next = this.#heap[0]) {
      pop(this.#heap);
      if (!next.cancelled) return next;
    }
    return undefined;
  }
}

function timerOf(task: Task): Timer {
  const timer: Timer = { task: { current: task }, ref: () => timer, unref: () => timer, hasRef: () => true };
  return timer;
}

const isBefore = (one: Task, other: Task) => one.at < other.at || (one.at === other.at && one.order < other.order);

function push(heap: Task[], task: Task): void {
  let at = heap.length;
  heap.push(task);
  for (let parent = (at - 1) >> 1; at > 0; at = parent, parent = (at - 1) >> 1) {
    const above = heap[parent] as Task;
    if (!isBefore(task, above)) break;
    heap[at] = above;
    heap[parent] = task;
  }
}

function pop(heap: Task[]): void {
  const last = heap.pop() as Task;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    const left = heap[2 * at + 1];
    const right = heap[2 * at + 2];
    const child = right && left && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
    const below = heap[child];
    if (!below || !isBefore(below, last)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
}
