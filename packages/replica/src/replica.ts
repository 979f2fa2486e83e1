import type { StateChanged, StatePage } from '@signalbox/contracts';
import { Follower, Succession } from '@signalbox/follow';
import { Draft, type ReplicaChange } from './draft.ts';
import { restoreView, saveView } from './saved.ts';
import { draftSnapshot, fetchSnapshot, type Snapshot } from './snapshot.ts';
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
  readonly maxRetryMs?: number;
  /** Without a heartbeat for so long after the first one, the state counts as stale. */
  readonly silenceMs?: number;
}

interface Candidate {
  readonly draft: Draft;
  /** Up to where changes have been replayed, and up to where they must be before the draft is complete. */
  revision: number;
  readonly needed: number;
  /** Ends the wait for what is missing. */
  readonly cancel: () => void;
  readonly shown: () => void;
}

/**
 * The state of all features, fed by snapshot pages and by messages (ARCHITECTURE, "The life of an event" 5). Subscribe
 * first, feeding `apply` and `follower.heartbeat`, then `resync`. Messages may be lost, repeated or reordered: whatever
 * happens, the view is exactly the state at some revision, never goes back unless the source itself did, and catches up once
 * a heartbeat arrives.
 */
export class Replica {
  /** When the state is fetched, and whether it may be behind. */
  readonly follower: Follower<Snapshot>;
  readonly #options: ReplicaOptions;
  readonly #buffer = new Succession<StateChanged>(({ revision }) => revision);
  #view = emptyView();
  #candidate: Candidate | undefined;
  #ready = false;
  #isClosed = false;
  /** Whether a fetched state is being compared with the view, which must stay meanwhile. */
  #isHolding = false;

  constructor(options: ReplicaOptions) {
    const { fetchPage, onFailure, onChange: _, yieldToOthers, ...timing } = options;
    this.#options = options;
    this.follower = new Follower<Snapshot>({
      ...timing,
      current: () => (this.follower.confirmed ? this.#view.revision : -1),
      fetch: () => fetchSnapshot(fetchPage, yieldToOthers),
      versionOf: ({ lowest }) => lowest,
      hold: (snapshot) => this.#hold(snapshot),
      failed: (error) => onFailure?.(error),
      resume: () => this.#applyFollowing(),
      setBack: () => this.#buffer.clear(),
    });
  }

  /** The state as of one revision; it never changes, the replica moves on to another one. */
  get view(): View {
    return this.#view;
  }

  /** Whether there is a state at all, restored or fetched. Until then the view is empty. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Whether the state may be behind. */
  get stale(): boolean {
    return this.follower.stale;
  }

  /** Takes one message. Old and repeated ones are ignored; one that does not follow on leads to a resync. */
  apply(message: StateChanged): void {
    if (this.#isClosed || (this.follower.confirmed && message.revision <= this.#view.revision)) return;
    this.#buffer.keep(message);
    if (this.#candidate) this.#replay(this.#candidate);
    else this.#applyFollowing();
    if (this.follower.confirmed || this.follower.fetching) this.follower.hear(message.revision);
  }

  /** Fetches the whole state: once at the start, and after every reconnect. Does nothing more while that is under way. */
  resync(): void {
    void this.follower.refetch();
  }

  /** The view as text for a disk or a cache: lines of JSON with a version and a checksum, made in chunks. */
  save(): Promise<string> {
    return saveView(this.#view, this.#options.yieldToOthers);
  }

  /**
   * Starts from a saved view, stale until the first resync succeeds. Has no effect once a fetched state is there. Rejects
   * when anything is wrong with what was saved; the replica is then as if it had not been tried.
   */
  async restore(saved: string): Promise<void> {
    const view = await restoreView(saved, this.#options.yieldToOthers);
    if (this.follower.confirmed || this.#isHolding) return;
    const from = this.#view;
    const features = new Set(view.content.features.keys());
    this.#show({ from, to: view, features, segments: new Set(view.segments().keys()) });
  }

  /** Ends all timers. What is still fetched is thrown away. */
  close(): void {
    this.#isClosed = true;
    this.follower.close();
    this.#candidate?.cancel();
    this.#buffer.clear();
  }

  /** The buffered message that follows on a revision, unless it says that only a snapshot will do. */
  #following(revision: number): StateChanged | undefined {
    const message = this.#buffer.after(revision);
    return message?.resync ? undefined : message;
  }

  /** Shows a snapshot, once it is complete; rejects when what it still needs does not arrive. */
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
   * Replays what happened since the oldest page. Why that is right: take any feature and the last message about it after
   * the oldest page. If there is one, it is replayed last and carries the whole feature. If there is none, the feature
   * is the same on its page, whichever revision that page has. It holds only when the replay has reached the newest
   * page, so the draft waits for messages that are still under way, for a while.
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

  /** Applies what follows on the view. What is fetched meanwhile starts from the view as it is, so that it must stay. */
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

/** A replica that holds nothing yet: `restore` it if there is something saved, subscribe, then `resync`. */
export function openReplica(options: ReplicaOptions): Replica {
  return new Replica(options);
}
