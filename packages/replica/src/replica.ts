import type { StateChanged, StatePage } from '@signalbox/contracts';
import { Draft, type ReplicaChange } from './draft.ts';
import { restoreView, saveView } from './saved.ts';
import { draftSnapshot, fetchSnapshot } from './snapshot.ts';
import { emptyView, type View } from './view.ts';

/** What a replica may not get for itself. */
export interface ReplicaOptions {
  /**
   * One page of the whole state, from the first name after `after`. It must end by itself: a page that never comes
   * holds up every further resync.
   */
  readonly fetchPage: (after: string | null) => Promise<StatePage>;
  /** Runs something once, later; the answer cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** Lets other work run, `setImmediate` as a promise. */
  readonly yieldToOthers: () => Promise<void>;
  /** Told after each new view, in order. What it throws goes to `onFailure`. */
  readonly onChange?: (change: ReplicaChange) => void;
  /** Told why a resync failed. It is retried in any case. */
  readonly onFailure?: (error: unknown) => void;
  /** The first delay before a failed resync is retried; it doubles up to the second. */
  readonly retryMs?: number;
  readonly longestRetryMs?: number;
  /** Without a heartbeat for so long after the first one, the state counts as stale. */
  readonly silenceMs?: number;
}

interface Candidate {
  readonly draft: Draft;
  /** Up to where changes have been replayed, and up to where they must be before the draft is whole. */
  revision: number;
  readonly needed: number;
}

/** How many messages wait for a snapshot before they are dropped in favour of a later one. */
const mostBuffered = 1000;

/** So many heartbeats in a row behind the view are no delay any more: the source was set back, to a backup say. */
const mostBehind = 3;

/**
 * The state of all features, fed by snapshot pages and by messages (ARCHITECTURE, "The life of an event" 5). Subscribe
 * first, feeding `apply` and `heartbeat`, then `resync`. Messages may be lost, repeated or reordered: whatever happens,
 * the view is exactly the state at some revision, never goes back unless the source itself did, and catches up once a
 * heartbeat arrives.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #buffer = new Map<number, StateChanged>();
  #view = emptyView();
  #phase: 'new' | 'fetching' | 'replaying' | 'settled' | 'closed' = 'new';
  #candidate: Candidate | undefined;
  #ready = false;
  #confirmed = false;
  #failing = false;
  #silent = false;
  #newest = 0;
  #behind = 0;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** The state as of one revision; it never changes, the replica moves on to another one. */
  get view(): View {
    return this.#view;
  }

  /** Whether there is a state at all, restored or fetched. Until then the view is empty. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Whether the state may be behind: not confirmed by a snapshot yet, a resync that failed, or no heartbeat. */
  get stale(): boolean {
    return !this.#confirmed || this.#failing || this.#silent;
  }

  /** Takes one message. Old and repeated ones are ignored; one that does not follow on leads to a resync. */
  apply(message: StateChanged): void {
    if (this.#phase === 'closed' || (this.#confirmed && message.revision <= this.#view.revision)) return;
    this.#newest = Math.max(this.#newest, message.revision);
    this.#keep(message);
    if (this.#phase === 'replaying') this.#replay();
    else if (this.#phase === 'settled') this.#catchUp();
  }

  /** Takes the revision of the source. One ahead of the view means that messages were lost and leads to a resync. */
  heartbeat(revision: number): void {
    if (this.#phase === 'closed') return;
    this.#newest = Math.max(this.#newest, revision);
    this.#hear();
    this.#behind = revision < this.#view.revision ? this.#behind + 1 : 0;
    if (this.#phase !== 'settled') return;
    if (this.#behind >= mostBehind) this.#startOver(revision);
    else this.#catchUp();
  }

  /** Fetches the whole state: once at the start, and after every reconnect. Does nothing while that is under way. */
  resync(): void {
    if (this.#phase === 'new' || this.#phase === 'settled') void this.#fetch();
  }

  /** The view as text for a disk or a cache: lines of JSON with a version and a checksum, made in chunks. */
  save(): Promise<string> {
    return saveView(this.#view, this.#options.yieldToOthers);
  }

  /**
   * Starts from a saved view, stale until the first resync succeeds. Only before the first `resync`. Rejects when
   * anything is wrong with what was saved; the replica is then as if it had not been tried.
   */
  async restore(saved: string): Promise<void> {
    const view = await restoreView(saved, this.#options.yieldToOthers);
    if (this.#phase !== 'new') throw new Error('A replica is restored before its first resync.');
    const from = this.#view;
    const features = new Set(view.content.features.keys());
    this.#show({ from, to: view, features, segments: new Set(view.segments().keys()) });
  }

  /** Ends all timers. What is still fetched is thrown away. */
  close(): void {
    this.#phase = 'closed';
    this.#cancelRetry?.();
    this.#cancelSilence?.();
    this.#buffer.clear();
  }

  /** By the revision that a message follows, so that a chain is walked without sorting. */
  #keep(message: StateChanged): void {
    if (this.#buffer.size >= mostBuffered) this.#buffer.clear();
    this.#buffer.set(message.previous, message);
  }

  /** The buffered message that follows on a revision, unless it says that only a snapshot will do. */
  #following(revision: number): StateChanged | undefined {
    const message = this.#buffer.get(revision);
    return message?.resync ? undefined : message;
  }

  async #fetch(): Promise<void> {
    this.#cancelRetry?.();
    this.#phase = 'fetching';
    try {
      const { fetchPage, yieldToOthers } = this.#options;
      const snapshot = await fetchSnapshot(fetchPage);
      if (this.#confirmed && snapshot.lowest < this.#view.revision) {
        throw new Error(`the snapshot is of revision ${snapshot.lowest}, older than ${this.#view.revision}`);
      }
      const draft = await draftSnapshot(this.#view, snapshot, yieldToOthers);
      this.#candidate = { draft, revision: snapshot.lowest, needed: snapshot.highest };
    } catch (error) {
      return this.#fail(error);
    }
    if (this.#isClosed()) return;
    this.#phase = 'replaying';
    this.#replay();
  }

  /**
   * Replays what happened since the oldest page. Why that is right: take any feature and the last message about it after
   * the oldest page. If there is one, it is replayed last and carries the whole feature. If there is none, the feature
   * is the same on its page, whichever revision that page has. It holds only when the replay has reached the newest
   * page, so the draft waits for messages that are still under way, for a while.
   */
  #replay(): void {
    const candidate = this.#candidate;
    if (!candidate) return;
    for (let next = this.#following(candidate.revision); next; next = this.#following(candidate.revision)) {
      candidate.draft.apply(next);
      candidate.revision = next.revision;
    }
    if (candidate.revision < candidate.needed) return this.#await(candidate);
    this.#cancelRetry?.();
    this.#candidate = undefined;
    this.#confirmed = true;
    this.#phase = 'settled';
    this.#show(candidate.draft.seal(candidate.revision));
    this.#catchUp();
  }

  #await(candidate: Candidate): void {
    this.#cancelRetry ??= this.#after(this.#delayMs(), () => {
      this.#fail(new Error(`changes between revisions ${candidate.revision} and ${candidate.needed} did not arrive`));
    });
  }

  /** Applies what follows on the view; with a gap left, resyncs: at once for the first time, later after a failure. */
  #catchUp(): void {
    for (let next = this.#following(this.#view.revision); next; next = this.#following(this.#view.revision)) {
      const draft = new Draft(this.#view);
      draft.apply(next);
      this.#show(draft.seal(next.revision));
    }
    for (const [previous, { revision }] of this.#buffer) if (revision <= this.#view.revision) this.#buffer.delete(previous);
    if (this.#newest > this.#view.revision) return this.#resyncAgain();
    this.#cancelRetry?.();
    this.#failures = 0;
    this.#failing = false;
  }

  /** Whatever the source has is the truth, though its revision be lower. */
  #startOver(revision: number): void {
    this.#behind = 0;
    this.#newest = revision;
    this.#confirmed = false;
    this.#buffer.clear();
    void this.#fetch();
  }

  #resyncAgain(): void {
    if (this.#cancelRetry) return;
    this.#failures += 1;
    if (this.#failures === 1) void this.#fetch();
    else this.#retry();
  }

  #fail(error: unknown): void {
    if (this.#isClosed()) return;
    this.#candidate = undefined;
    this.#phase = this.#confirmed ? 'settled' : 'new';
    this.#failing = true;
    this.#failures += 1;
    this.#options.onFailure?.(error);
    this.#retry();
  }

  #retry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#after(this.#delayMs(), () => void this.#fetch());
  }

  #delayMs(): number {
    const { retryMs = 100, longestRetryMs = 10_000 } = this.#options;
    return Math.min(longestRetryMs, retryMs * 2 ** Math.max(0, this.#failures - 1));
  }

  /** A timer that forgets its own cancellation once it ran or was cancelled. */
  #after(delayMs: number, run: () => void): () => void {
    const cancel = this.#options.schedule(() => {
      this.#cancelRetry = undefined;
      run();
    }, delayMs);
    return () => {
      this.#cancelRetry = undefined;
      cancel();
    };
  }

  #hear(): void {
    const { silenceMs = 10_000, schedule } = this.#options;
    this.#silent = false;
    this.#cancelSilence?.();
    this.#cancelSilence = schedule(() => {
      this.#silent = true;
    }, silenceMs);
  }

  #show(change: ReplicaChange): void {
    this.#view = change.to;
    this.#ready = true;
    try {
      this.#options.onChange?.(change);
    } catch (error) {
      this.#options.onFailure?.(error);
    }
  }

  #isClosed(): boolean {
    return this.#phase === 'closed';
  }
}

/** A replica that holds nothing yet: `restore` it if there is something saved, subscribe, then `resync`. */
export function openReplica(options: ReplicaOptions): Replica {
  return new Replica(options);
}
