import type { StateChanged, StatePage } from '@signalbox/contracts';
import { Follower, Succession } from '@signalbox/follow';
import { type FetchChunk, fetchLists, listsIn } from '@signalbox/engine';
import { Draft, type ReplicaChange } from './draft.ts';
import { restoreView, saveView } from './saved.ts';
import { draftSnapshot, fetchSnapshot, type Snapshot } from './snapshot.ts';
import { emptyView, type View } from './view.ts';

/** Effects of a replica, passed in. */
export interface ReplicaOptions {
  /**
   * Fetches one page of the state, from the first name after `after`. It must settle by itself: a page that never arrives blocks all
   * further resyncs.
   */
  readonly fetchPage: (after: string | null) => Promise<StatePage>;
  /** Fetches one chunk of a list. Absent: the state has no lists. */
  readonly fetchChunk?: FetchChunk;
  /** Runs a function once, later. Returns the function that cancels it. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  /** Yields to other work: `setImmediate` as a promise. */
  readonly yieldToOthers: () => Promise<void>;
  /** Called after each new view, in order. Its errors go to `onFailure`. */
  readonly onChange?: (change: ReplicaChange) => void;
  /** Called with the error of a failed resync, which is retried in any case. */
  readonly onFailure?: (error: unknown) => void;
  /** First delay before a failed resync is retried; it doubles up to `maxRetryMs`. */
  readonly retryMs?: number;
  readonly maxRetryMs?: number;
  /** Time without a heartbeat, after the first one, until the state counts as stale. */
  readonly silenceMs?: number;
}

interface Candidate {
  readonly draft: Draft;
  /** Last replayed revision, and the one that completes the draft. */
  revision: number;
  readonly needed: number;
  /** Ends the wait for missing messages. */
  readonly cancel: () => void;
  readonly shown: () => void;
}

/**
 * State of all features, fed by snapshot pages and messages (ARCHITECTURE, "The life of an event" 5). Subscribe first, feeding `apply` and
 * `follower.heartbeat`, then call `resync`. Messages may be lost, repeated or reordered. The view always equals the state at some revision,
 * never goes back unless the source itself did, and catches up once a heartbeat arrives.
 */
export class Replica {
  /** Decides when to fetch, and reports whether the state may be behind. */
  readonly follower: Follower<Snapshot>;
  readonly #options: ReplicaOptions;
  readonly #buffer = new Succession<StateChanged>(({ revision }) => revision);
  #view = emptyView();
  #candidate: Candidate | undefined;
  #ready = false;
  #isClosed = false;
  /** True while a fetched state is being compared with the view, which must not change meanwhile. */
  #isHolding = false;

  constructor(options: ReplicaOptions) {
    const { fetchPage, fetchChunk: _fetchChunk, onFailure, onChange: _, yieldToOthers, ...timing } = options;
    this.#options = options;
    this.follower = new Follower<Snapshot>({
      ...timing,
      current: () => (this.follower.confirmed ? this.#view.revision : -1),
      fetch: () => this.#fetch(),
      versionOf: ({ lowest }) => lowest,
      hold: (snapshot) => this.#hold(snapshot),
      failed: (error) => onFailure?.(error),
      resume: () => this.#applyFollowing(),
      setBack: () => this.#buffer.clear(),
    });
  }

  /** The state at one revision. It is immutable; the replica replaces it by a newer one. */
  get view(): View {
    return this.#view;
  }

  /** True if there is a state, restored or fetched. Until then the view is empty. */
  get ready(): boolean {
    return this.#ready;
  }

  /** True if the state may be behind. */
  get stale(): boolean {
    return this.follower.stale;
  }

  /** Applies a message. Old and repeated ones are ignored; a gap, or a list that the view lacks, causes a resync. */
  apply(message: StateChanged): void {
    if (this.#isClosed || (this.follower.confirmed && message.revision <= this.#view.revision)) return;
    this.#buffer.keep(this.#lacksList(message) ? { ...message, resync: true } : message);
    if (this.#candidate) this.#replay(this.#candidate);
    else this.#applyFollowing();
    if (this.follower.confirmed || this.follower.fetching) this.follower.noteVersion(message.revision);
  }

  /** Fetches the complete state: once at the start, and after every reconnection. Does nothing more during a fetch. */
  resync(): void {
    void this.follower.refetch();
  }

  /** Serializes the view for a disk or cache, in chunks: lines of JSON with a version and a checksum. */
  save(): Promise<string> {
    return saveView(this.#view, this.#options.yieldToOthers);
  }

  /**
   * Starts from a saved view, stale until the first resync succeeds. Has no effect after a fetch. Rejects if the saved text is invalid in
   * any way, and leaves the replica unchanged.
   */
  async restore(saved: string): Promise<void> {
    const view = await restoreView(saved, this.#options.yieldToOthers);
    if (this.follower.confirmed || this.#isHolding) return;
    const from = this.#view;
    const features = new Set(view.content.features.keys());
    this.#show({ from, to: view, features, segments: new Set(view.segments().keys()) });
  }

  /** Ends all timers. Results of running fetches are discarded. */
  close(): void {
    this.#isClosed = true;
    this.follower.close();
    this.#candidate?.cancel();
    this.#buffer.clear();
  }

  async #fetch(): Promise<Snapshot> {
    const { fetchPage, fetchChunk = refuseList, yieldToOthers } = this.#options;
    const snapshot = await fetchSnapshot(fetchPage, yieldToOthers);
    const lists = await fetchLists(snapshot.segments.values(), fetchChunk, yieldToOthers, this.#view.lists);
    return { ...snapshot, lists };
  }

  #lacksList({ segments }: StateChanged): boolean {
    return segments.length > 0 && !listsIn(segments).isSubsetOf(this.#view.lists);
  }

  /** The buffered message after a revision, unless it requires a resync. */
  #following(revision: number): StateChanged | undefined {
    const message = this.#buffer.after(revision);
    return message?.resync ? undefined : message;
  }

  /** Shows a snapshot once it is complete. Rejects if missing messages do not arrive. */
  async #hold(snapshot: Snapshot): Promise<void> {
    this.#isHolding = true;
    const { lowest, highest } = snapshot;
    try {
      const draft = await draftSnapshot(this.#view, snapshot, this.#options.yieldToOthers);
      await new Promise<void>((resolve, reject) => {
        const late = () => reject(new Error(`changes between revisions ${this.#candidate?.revision} and ${highest} did not arrive`));
        const cancel = this.#options.schedule(late, this.follower.delayMs);
        this.#candidate = { draft, revision: lowest, needed: highest, cancel, shown: resolve };
        this.#replay(this.#candidate);
      });
    } finally {
      this.#candidate = undefined;
      this.#isHolding = false;
    }
  }

  /**
   * Replays the changes since the oldest page. Proof: take any feature and the last message about it after the oldest page. If there is
   * one, it is replayed last and contains the complete feature. If there is none, the feature is the same on its page, whatever the
   * revision of that page. This requires that the replay reaches the newest page, so the draft waits a while for messages in transit.
   */
  #replay(candidate: Candidate): void {
    for (let next = this.#following(candidate.revision); next; next = this.#following(candidate.revision)) {
      candidate.draft.apply(next);
      candidate.revision = next.revision;
    }
    if (this.#isClosed || candidate.revision < candidate.needed) return;
    candidate.cancel();
    this.#candidate = undefined;
    this.#show(candidate.draft.seal(candidate.revision));
    candidate.shown();
  }

  /** Applies the messages after the view, except during a fetch, which starts from the current view. */
  #applyFollowing(): void {
    if (!this.follower.confirmed || this.follower.fetching) return;
    for (let next = this.#following(this.#view.revision); next; next = this.#following(this.#view.revision)) {
      const draft = new Draft(this.#view);
      draft.apply(next);
      this.#show(draft.seal(next.revision));
    }
    this.#buffer.drop(this.#view.revision);
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
}

const refuseList: FetchChunk = (hash) => Promise.reject(new Error(`the source has no list ${hash}`));

/** Opens an empty replica. Call `restore` if there is a saved state, subscribe, then call `resync`. */
export function openReplica(options: ReplicaOptions): Replica {
  return new Replica(options);
}
