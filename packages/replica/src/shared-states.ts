import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';

/**
 * The latest state of each feature in this process. In one process delivery and the playground follow the same features, which never change
 * in place; the process hands both the same instance, so that memory holds each state once.
 */
export class SharedStates {
  readonly #states = new Map<string, FeatureState>();

  /** Returns an equal state that another replica holds already, else this one. */
  share(state: FeatureState): FeatureState {
    const known = this.#states.get(state.name);
    if (known && isDeepStrictEqual(known, state)) return known;
    this.#states.set(state.name, state);
    return state;
  }

  /** Drops a removed feature. Replicas that are behind keep theirs. */
  remove(name: string): void {
    this.#states.delete(name);
  }
}

/** The slot of the process that holds them. */
export const sharedStates = { make: (): SharedStates => new SharedStates() };
