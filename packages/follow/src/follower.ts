import { doubling, schedule } from '@signalbox/timing';
import { Succession, type Versioned } from './succession.ts';

/** The copy and its source. */
export interface FollowerOptions<Copy, Change extends Versioned = Versioned> {
  /** Version of the current copy; -1 for none. */
  readonly current: () => number;
  /** Fetches the copy of the source. It must settle by itself: a fetch that never settles blocks all others. */
  readonly fetch: () => Promise<Copy>;
  readonly versionOf: (copy: Copy) => number;
  /** Replaces the copy. Synchronous if there is `apply`, which may be called meanwhile. */
  readonly hold: (copy: Copy) => Promise<void> | void;
  /**
   * Applies the next change to the copy. Returns false, and leaves the copy unchanged, if only a fetch helps. Absent: changes are always
   * fetched.
   */
  readonly apply?: (change: Change) => boolean;
  /** Called for each failure with its number in a row, starting at 1. It is retried in any case. */
  readonly failed: (error: unknown, attempt: number) => void;
  /** Called when a fetch has ended, either way, for work that had to wait. */
  readonly resume?: () => void;
  /** Called when the source was reset, so that later known versions are void. */
  readonly setBack?: () => void;
  /** Runs a function once, later. Returns the function that cancels it. */
  readonly schedule?: (run: () => void, delayMs: number) => () => void;
  /** A clock in milliseconds, for `ageMs`. */
  readonly now?: () => number;
  /** First delay before a retry; it doubles up to `maxRetryMs`. */
  readonly retryMs?: number;
  readonly maxRetryMs?: number;
  /** Time without a heartbeat, after the first one, until the copy counts as stale. */
  readonly silenceMs?: number;
}

/** Consecutive heartbeats below the known version that are no longer a mere delay. */
const maxBehind = 3;

interface Waiting {
  readonly version: number;
  readonly resolve: () => void;
}

/**
 * Keeps a copy at the version of its source, even if messages are lost, repeated or reordered. Never replaces a copy by an older one,
 * unless the source itself was reset or the copy is not confirmed by a fetch.
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

  /** True if the copy may be behind: not yet confirmed by a fetch, after a failed fetch, or without heartbeats. */
  get stale(): boolean {
    return !this.#isConfirmed || this.#isFailing || this.#isSilent;
  }

  /** True if a fetch has confirmed that the source has, or had, this copy. */
  get confirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Time since the copy was last confirmed to be up to date. */
  get ageMs(): number {
    return Math.max(0, this.#now() - this.#latestAt);
  }

  get fetching(): boolean {
    return this.#isFetching;
  }

  /** Delay before the next attempt. */
  get delayMs(): number {
    return this.#backoffMs(Math.max(1, this.#failures));
  }

  /** Reports that the source has this version. The holder may have reached it by itself. */
  noteVersion(version: number): void {
    this.#newest = Math.max(this.#newest, version);
    this.#check();
  }

  /** Receives a change and applies it in order. After a gap, or if it cannot be applied, the follower fetches. */
  take(change: Change): void {
    if (this.#isClosed) return;
    this.#changes.keep(change);
    this.#applyFollowing();
    this.#letGo(this.#options.current());
    this.noteVersion(change.version);
  }

  /**
   * Receives the version of the source, which it sends from time to time. A source that responds again before the first copy arrived is
   * requested at once.
   */
  heartbeat(version: number): void {
    if (this.#isClosed) return;
    this.#endSilence();
    if (!this.#isConfirmed && this.#failures > 0) void this.refetch();
    this.#behind = version < Math.max(this.#options.current(), this.#newest) ? this.#behind + 1 : 0;
    if (this.#behind < maxBehind || this.#isFetching) return this.noteVersion(version);
    this.#behind = 0;
    this.#newest = version;
    this.#isConfirmed = false;
    this.#changes.clear();
    this.#options.setBack?.();
    void this.refetch();
  }

  /** Fetches again, whatever the current version. Does nothing more during a fetch; the next heartbeat reveals what that one misses. */
  refetch(): Promise<void> {
    this.#isDue = true;
    this.#cancelRetry?.();
    this.#failures = 0;
    return this.#wait(Infinity);
  }

  /** Resolves when the copy has at least `version`, when the source turns out not to have it, or at the end. */
  reach(version: number): Promise<void> {
    this.#newest = Math.max(this.#newest, version);
    return this.#options.current() >= version ? Promise.resolve() : this.#wait(version);
  }

  /** Fetches at once, in parallel to other fetches. Rejects if that fails. */
  async refresh(): Promise<void> {
    const before = this.#options.current();
    await this.#replace(await this.#options.fetch(), before);
  }

  /** Ends all timers and waits. Results of running fetches are discarded. */
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

  /** Decides on the next step after any change. */
  #check(): void {
    if (this.#isClosed || this.#isFetching) return;
    if (!this.#isDue && this.#options.current() >= this.#newest) return this.#endWaiting();
    if (this.#cancelRetry) return;
    if (this.#failures === 0) void this.#attempt();
    else this.#cancelRetry = this.#after(this.delayMs, () => void this.#attempt());
  }

  /** Ends retries and waits once the copy has every known version. */
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

  /**
   * A fetched copy may be older than the current one if changes were applied since the fetch began at version `before`. It then confirms
   * that nothing was missing until that point.
   */
  async #replace(copy: Copy, before: number): Promise<void> {
    const { current, versionOf, hold } = this.#options;
    if (this.#isClosed) return;
    const version = versionOf(copy);
    if (this.#isConfirmed && version < before) throw new Error(`the copy has version ${version}, which is older than ${before}`);
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

  /** A timer that clears its cancellation once it ran or was cancelled. */
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
