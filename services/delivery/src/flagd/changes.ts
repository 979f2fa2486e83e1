import { Code, ConnectError } from '@connectrpc/connect';
import type { TokenState } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';
import { LRUCache } from 'lru-cache';
import type { FeatureSet } from '../evaluation/feature-sets.ts';
import { type Scope, scopeKey } from '../feature/scope.ts';

interface OpenStream {
  readonly token: TokenState;
  isEnded: boolean;
  wake: () => void;
}

/** The features of a stream, and the names of those that changed since the last ones. */
export interface SetChange {
  readonly set: FeatureSet;
  readonly changed: readonly string[];
}

interface ChangesParts {
  readonly maxStreams: number;
  readonly setOf: (scope: Scope) => FeatureSet | Promise<FeatureSet>;
}

const maxComparisons = 200;

/** Wakes streams of the protocols of flagd when features change. A slow reader gets the newest state when it reads again. */
export class Changes {
  readonly #open = new Set<OpenStream>();
  readonly #parts: ChangesParts;
  readonly #names = new LRUCache<string, readonly string[]>({ max: maxComparisons });
  #version = 0;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Called when features change. */
  advance(): void {
    this.#version += 1;
    for (const stream of this.#open) stream.wake();
  }

  /** Ends streams whose token is no longer valid. */
  keepOnly(isGood: (token: TokenState) => boolean): void {
    for (const stream of this.#open) if (!isGood(stream.token)) this.#end(stream);
  }

  close(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  /** Drops comparisons when revisions restart. */
  clear(): void {
    this.#names.clear();
  }

  /**
   * Yields the features at once and after each change that touches them, until the caller leaves. Throws `ResourceExhausted` beyond the limit
   * of streams, and `Unauthenticated` when the token ends. `gather` may wait for further changes.
   */
  async *of(token: TokenState, scope: Scope, signal: AbortSignal, gather = async () => {}): AsyncGenerator<SetChange> {
    const { maxStreams, setOf } = this.#parts;
    if (this.#open.size >= maxStreams)
      throw new ConnectError('This process has reached its limit of open streams.', Code.ResourceExhausted);
    const stream: OpenStream = { token, isEnded: false, wake: () => undefined };
    this.#open.add(stream);
    signal.addEventListener('abort', () => stream.wake(), { once: true });
    try {
      let seen = this.#version;
      let set = await setOf(scope);
      yield { set, changed: [] };
      while (!signal.aborted) {
        if (this.#version === seen) await this.#next(stream);
        if (stream.isEnded) throw new ConnectError('The token is no longer valid.', Code.Unauthenticated);
        await gather();
        seen = this.#version;
        const next = await setOf(scope);
        if (next.revision === set.revision || signal.aborted) continue;
        yield { set: next, changed: this.#changedBetween(set, next, scopeKey(scope)) };
        set = next;
      }
    } finally {
      this.#open.delete(stream);
    }
  }

  #end(stream: OpenStream): void {
    stream.isEnded = true;
    stream.wake();
  }

  async #next(stream: OpenStream): Promise<void> {
    if (stream.isEnded) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    stream.wake = resolve;
    await promise;
  }

  /** Compared once for all streams of a scope. */
  #changedBetween(before: FeatureSet, after: FeatureSet, scope: string): readonly string[] {
    const key = compositeKey(scope, before.revision, after.revision);
    const names = this.#names.get(key) ?? namesChanged(before, after);
    this.#names.set(key, names);
    return names;
  }
}

/** A feature is the same object until it changes. */
function namesChanged(before: FeatureSet, after: FeatureSet): readonly string[] {
  const changed = after.features.filter((feature) => before.lookup.get(feature.state.name) !== feature);
  const removed = before.features.filter(({ state }) => !after.lookup.get(state.name));
  return [...changed, ...removed].map(({ state }) => state.name);
}
