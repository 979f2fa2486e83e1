import type { FeatureState } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature, type Segments, settingsOf } from '@signalbox/engine';

/**
 * One version of one feature with its compiled forms. A changed feature or segment gets a new object, so compiled forms stay valid for
 * every view that contains this one.
 */
export class CachedFeature {
  readonly state: FeatureState;
  #since = 0;
  #otherUpTo: number | null = null;
  readonly #compiled = new Map<string, CompiledFeature>();

  constructor(state: FeatureState) {
    this.state = state;
  }

  /** First revision that is known to have this version. */
  get since(): number {
    return this.#since;
  }

  /** Records, before a view contains it, the revision at which it was found, and the last one with another version, or null. */
  found(revision: number, otherUpTo: number | null): void {
    this.#since = revision;
    this.#otherUpTo = otherUpTo;
  }

  /** Returns true if it is unchanged since a revision, or null if unknown. */
  isSameSince(revision: number): boolean | null {
    if (revision >= this.#since) return true;
    return this.#otherUpTo !== null && revision <= this.#otherUpTo ? false : null;
  }

  /**
   * Compiles for an environment at the first call. `segments` must be those of a view with this feature. Results for environments that the
   * feature lacks are not cached, because callers can invent names.
   */
  compiled(environment: string, segments: Segments): CompiledFeature {
    const known = this.#compiled.get(environment);
    if (known) return known;
    const compiled = compileFeature(this.state, environment, segments);
    if (settingsOf(this.state, environment)) this.#compiled.set(environment, compiled);
    return compiled;
  }
}
