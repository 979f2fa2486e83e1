import type { FeatureState } from '@signalbox/contracts';
import type { ReplicaChange, View } from '@signalbox/replica';
import type { Place } from '../feature/scope.ts';

/** One change of the state, as far as it is needed to tell what a program lacks. */
interface Step {
  readonly before: View['content']['scopes'];
  readonly features: ReadonlyMap<string, FeatureState | undefined>;
  readonly segments: ReadonlySet<number>;
}

/** What changed since a revision: features as they were then, and the ids of segments. */
export interface Passed {
  readonly features: ReadonlyMap<string, FeatureState | undefined>;
  readonly segments: ReadonlySet<number>;
}

const mostSteps = 100;
const mostFeatures = 1000;

/** The last changes, so that programs can be sent these alone. */
export class History {
  /** The newest first. */
  readonly #steps: Step[] = [];
  #features = 0;

  add({ from, features, segments }: ReplicaChange): void {
    const before = new Map([...features].map((name) => [name, from.feature(name)]));
    this.#steps.unshift({ before: from.content.scopes, features: before, segments });
    this.#features += features.size;
    while (this.#steps.length > mostSteps || this.#features > mostFeatures) this.#features -= this.#steps.pop()?.features.size ?? 0;
  }

  /** Whether it reaches back to a state that a place showed at its revision `since`. */
  reaches(place: Place, since: number): boolean {
    return this.#stepsSince(place, since) > 0;
  }

  /** What changed since then, in the place or elsewhere. Only if it reaches back so far. */
  since(place: Place, since: number): Passed {
    const steps = this.#steps.slice(0, this.#stepsSince(place, since));
    return {
      features: new Map(steps.flatMap((step) => [...step.features])),
      segments: new Set(steps.flatMap((step) => [...step.segments])),
    };
  }

  /** For when revisions begin to be counted anew. */
  clear(): void {
    this.#steps.length = 0;
    this.#features = 0;
  }

  /** Equal revisions of a place are equal content, whenever that was. */
  #stepsSince({ environment, projects }: Place, since: number): number {
    return this.#steps.findIndex(({ before }) => before.of(environment, projects) === since) + 1;
  }
}
