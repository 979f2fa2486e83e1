import { isDeepStrictEqual } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';

/** The last state of each feature that some replica of this process holds, as long as one does. */
const cached = new Map<string, WeakRef<FeatureState>>();
const gone = new FinalizationRegistry((name: string) => {
  if (cached.get(name)?.deref() === undefined) cached.delete(name);
});

/**
 * The state, or the same one that another replica of the process holds already: in one process delivery and the playground follow the same
 * features, which nobody changes, and hold each of them once.
 */
export function sharedState(state: FeatureState): FeatureState {
  const known = cached.get(state.name)?.deref();
  if (known && isDeepStrictEqual(known, state)) return known;
  cached.set(state.name, new WeakRef(state));
  gone.register(state, state.name);
  return state;
}
