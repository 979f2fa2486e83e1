import type { FeatureState, SegmentState } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature, settingsOf } from '@signalbox/engine';

/**
 * One version of one feature with what was compiled from it. It is replaced whenever the feature or a segment that it
 * names changes, so that what is compiled once stays right for every view that holds it.
 */
export class CachedFeature {
  readonly state: FeatureState;
  #since = 0;
  #otherUpTo: number | null = null;
  readonly #compiled = new Map<string, CompiledFeature>();

  constructor(state: FeatureState) {
    this.state = state;
  }

  /** The first revision at which it is known to be so. */
  get since(): number {
    return this.#since;
  }

  /** Notes, before a view holds it, the revision at which it was found, and the last at which another was there; null for none known. */
  found(revision: number, otherUpTo: number | null): void {
    this.#since = revision;
    this.#otherUpTo = otherUpTo;
  }

  /** Whether it has been so since a revision; null where nothing is known of that. */
  isSameSince(revision: number): boolean | null {
    if (revision >= this.#since) return true;
    return this.#otherUpTo !== null && revision <= this.#otherUpTo ? false : null;
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
