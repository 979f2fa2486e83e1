import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature, settingsOf } from '@signalbox/engine';

/**
 * One version of one feature with what was compiled from it. It is replaced whenever the feature or a segment that it
 * names changes, so that what is compiled once stays right for every view that holds it.
 */
export class CachedFeature {
  readonly state: FeatureState;
  readonly #compiled = new Map<string, CompiledFeature>();

  constructor(state: FeatureState) {
    this.state = state;
  }

  /**
   * Compiles for an environment at the first call. `segments` must be those of a view that holds this feature. What is
   * asked of an environment that the feature does not know is not kept: anybody can think up names.
   */
  compiled(environment: string, segments: ReadonlyMap<number, SegmentState>): CompiledFeature {
    const known = this.#compiled.get(environment);
    if (known) return known;
    const compiled = compileFeature(this.state, environment, segments);
    if (settingsOf(this.state, environment)) this.#compiled.set(environment, compiled);
    return compiled;
  }
}

/** In the order of names, as all views hold them. */
export function inOrder(features: Iterable<CachedFeature>): Map<string, CachedFeature> {
  const byName = [...features].sort(({ state: left }, { state: right }) => (left.name < right.name ? -1 : 1));
  return new Map(byName.map((feature) => [feature.state.name, feature]));
}
