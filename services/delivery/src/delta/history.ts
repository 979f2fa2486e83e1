import type { FeatureState } from '@signalbox/contracts';
import type { ReplicaChange, View } from '@signalbox/replica';
import type { Scope } from '../feature/scope.ts';

/** One change of the state, as far as it is needed to tell what an SDK lacks. */
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

const maxSteps = 100;
const maxFeatures = 1000;

/** The last changes, so that SDKs can be sent these alone. */
export class History {
  /** The newest first. */
  readonly #steps: Step[] = [];
  #features = 0;

  add({ from, features, segments }: ReplicaChange): void {
    const before = new Map([...features].map((name) => [name, from.feature(name)]));
    this.#steps.unshift({ before: from.content.scopes, features: before, segments });
    this.#features += features.size;
    while (this.#steps.length > maxSteps || this.#features > maxFeatures) this.#features -= this.#steps.pop()?.features.size ?? 0;
  }

  /** Whether it reaches back to a state that a scope showed at its revision `since`. */
  reaches(scope: Scope, since: number): boolean {
    return this.#stepsSince(scope, since) > 0;
  }

  /** What changed since then, in the scope or elsewhere. Only if it reaches back so far. */
  since(scope: Scope, since: number): Passed {
    const steps = this.#steps.slice(0, this.#stepsSince(scope, since));
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

  /** Equal revisions of a scope are equal content, whenever that was. */
  #stepsSince({ environment, projects }: Scope, since: number): number {
    return this.#steps.findIndex(({ before }) => before.of(environment, projects) === since) + 1;
  }
}
