import { doubling, schedule } from '@signalbox/timing';
import { Succession, type Versioned } from './succession.ts';

/** What is followed, and how. */
export interface FollowerOptions<Copy, Change extends Versioned = Versioned> {
  /** The version of the copy that is held; -1 for none. */
  readonly current: () => number;
  /** Gets what the source has. It must end by itself: whatever never comes holds up every further fetch. */
  readonly fetch: () => Promise<Copy>;
  readonly versionOf: (copy: Copy) => number;
  /** Puts a copy in the place of the one held; at once where there is `apply`, which may be called meanwhile. */
  readonly hold: (copy: Copy) => Promise<void> | void;
  /**
   * Moves the copy on by a change that follows on it, to the version of that. Answers false, and leaves it as it is, where only a fetch
   * will do. Absent: changes are always fetched.
   */
  readonly apply?: (change: Change) => boolean;
  /** Told of each failure, and which in a row it is; the first is 1. It is tried again in any case. */
  readonly failed: (error: unknown, attempt: number) => void;
  /** Called when a fetch has ended, either way: for what had to wait meanwhile. */
  readonly resume?: () => void;
  /** Told that the source was set back, so that what is known of its future is void. */
  readonly setBack?: () => void;
  /** Runs something once, later; the answer cancels it. */
  readonly schedule?: (run: () => void, delayMs: number) => () => void;
  /** A clock in milliseconds, for `ageMs`. */
  readonly now?: () => number;
  /** The first delay before another attempt; it doubles up to the second. */
  readonly retryMs?: number;
  readonly maxRetryMs?: number;
  /** Without a heartbeat for so long after the first one, the copy counts as stale. */
  readonly silenceMs?: number;
}

/** So many heartbeats in a row below what is known are no delay any more. */
const maxBehind = 3;

interface Waiting {
  readonly version: number;
  readonly resolve: () => void;
}

/**
 * Keeps a copy at the version that its source has, however messages are lost, repeated or reordered. A copy is never
 * replaced by an older one, unless the source itself was set back, or the copy is one of which no fetch has told yet.
 */
export class Follower<Copy, Change extends Versioned = Versioned> {
  readonly #options: FollowerOptions<Copy, Change>;
  readonly #backoffMs: (attempt: number) => number;
  readonly #changes = new Succession<Change>(({ version }) => version);
  #waiting: Waiting[] = [];
  #newest = -1;
  #isDue = false;
  #isFetching = false;
  #isConfirmed = false;
  #isSilent = false;
  #isClosed = false;
  #failures = 0;
  #isFailing = false;
  #behind = 0;
  #latestAt: number;
  #cancelRetry: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;

  constructor(options: FollowerOptions<Copy, Change>) {
    this.#options = options;
    this.#latestAt = this.#now();
    this.#backoffMs = doubling(options.retryMs ?? 100, options.maxRetryMs ?? 10_000);
  }

  /** Whether the copy may be behind: not confirmed by a fetch yet, a fetch that failed, or no heartbeat. */
  get stale(): boolean {
    return !this.#isConfirmed || this.#isFailing || this.#isSilent;
  }

  /** Whether a fetch has told that the source has, or had, this copy. */
  get confirmed(): boolean {
    return this.#isConfirmed;
  }

  /** For how long nothing has said that the copy is what the source has. */
  get ageMs(): number {
    return Math.max(0, this.#now() - this.#latestAt);
  }

  get fetching(): boolean {
    return this.#isFetching;
  }

  /** How long to wait before the next attempt. */
  get delayMs(): number {
    return this.#backoffMs(Math.max(1, this.#failures));
  }

  /** Takes notice that the source has this version, and that the holder may have moved on to it by itself. */
  hear(version: number): void {
    this.#newest = Math.max(this.#newest, version);
    this.#check();
  }

  /** Takes a change: it is applied when it is its turn. What cannot be, or has a gap before it, is fetched. */
  take(change: Change): void {
    if (this.#isClosed) return;
    this.#changes.keep(change);
    this.#applyFollowing();
    this.#letGo(this.#options.current());
    this.hear(change.version);
  }

  /** Takes the version of the source, told from time to time. */
  heartbeat(version: number): void {
    if (this.#isClosed) return;
    this.#endSilence();
    this.#behind = version < Math.max(this.#options.current(), this.#newest) ? this.#behind + 1 : 0;
    if (this.#behind < maxBehind || this.#isFetching) return this.hear(version);
    this.#behind = 0;
    this.#newest = version;
    this.#isConfirmed = false;
    this.#changes.clear();
    this.#options.setBack?.();
    void this.refetch();
  }

  /** Fetches anew whatever is held. Does nothing more while that is under way: what is missed then, a heartbeat tells. */
  refetch(): Promise<void> {
    this.#isDue = true;
    this.#cancelRetry?.();
    this.#failures = 0;
    return this.#wait(Infinity);
  }

  /** Resolves when at least `version` is held, or when the source is found not to have it, or at the end. */
  reach(version: number): Promise<void> {
    this.#newest = Math.max(this.#newest, version);
    return this.#options.current() >= version ? Promise.resolve() : this.#wait(version);
  }

  /** Fetches at once, beside whatever is under way. Rejects when that fails. */
  async refresh(): Promise<void> {
    const before = this.#options.current();
    await this.#replace(await this.#options.fetch(), before);
  }

  /** Ends all timers and waits. What is still fetched is thrown away. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#letGo(Infinity);
  }

  #wait(version: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ version, resolve });
    this.#check();
    return promise;
  }

  #letGo(upTo: number): void {
    for (const { version, resolve } of this.#waiting) if (version <= upTo) resolve();
    this.#waiting = this.#waiting.filter(({ version }) => version > upTo);
  }

  /** Decides what comes next, whenever something has changed. */
  #check(): void {
    if (this.#isClosed || this.#isFetching) return;
    if (!this.#isDue && this.#options.current() >= this.#newest) return this.#endWaiting();
    if (this.#cancelRetry) return;
    if (this.#failures === 0) void this.#attempt();
    else this.#cancelRetry = this.#after(this.delayMs, () => void this.#attempt());
  }

  /** Nothing is known that the copy does not have. */
  #endWaiting(): void {
    if (this.#isConfirmed) this.#latestAt = this.#now();
    this.#cancelRetry?.();
    this.#failures = 0;
    this.#isFailing = false;
    this.#letGo(Infinity);
  }

  async #attempt(): Promise<void> {
    this.#isFetching = true;
    try {
      await this.refresh();
      this.#isFailing = false;
      this.#failures += this.#options.current() < this.#newest ? 1 : 0;
    } catch (error) {
      this.#isFailing = true;
      this.#failures += 1;
      if (!this.#isClosed) this.#options.failed(error, this.#failures);
    }
    this.#isFetching = false;
    if (this.#isClosed) return;
    this.#options.resume?.();
    this.#letGo(this.#options.current());
    this.#check();
  }

  /** A copy that changes have overtaken since the version `before`, when it was asked for, has said that nothing was missed until then. */
  async #replace(copy: Copy, before: number): Promise<void> {
    const { current, versionOf, hold } = this.#options;
    if (this.#isClosed) return;
    const version = versionOf(copy);
    if (this.#isConfirmed && version < before) throw new Error(`the copy is of version ${version}, older than ${before}`);
    if (!this.#isConfirmed || version >= current()) await hold(copy);
    this.#isConfirmed = true;
    this.#isDue = false;
    this.#applyFollowing();
  }

  #applyFollowing(): void {
    const { apply, current } = this.#options;
    if (!apply || !this.#isConfirmed) return;
    for (let next = this.#changes.after(current()); next && apply(next); ) next = this.#changes.after(current());
    this.#changes.drop(current());
  }

  #now(): number {
    return (this.#options.now ?? performance.now.bind(performance))();
  }

  #endSilence(): void {
    this.#isSilent = false;
    this.#cancelSilence?.();
    this.#cancelSilence = this.#schedule(() => (this.#isSilent = true), this.#options.silenceMs ?? 10_000);
  }

  /** A timer that forgets its own cancellation once it ran or was cancelled. */
  #after(delayMs: number, run: () => void): () => void {
    const cancel = this.#schedule(() => {
      this.#cancelRetry = undefined;
      run();
    }, delayMs);
    return () => {
      this.#cancelRetry = undefined;
      cancel();
    };
  }

  #schedule(run: () => void, delayMs: number): () => void {
    return (this.#options.schedule ?? schedule)(run, delayMs);
  }
}
