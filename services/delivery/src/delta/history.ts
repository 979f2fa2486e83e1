import type { FeatureState, SegmentState } from '@signalbox/contracts';
import type { ReplicaChange, View } from '@signalbox/replica';
import type { Scope } from '../feature/scope.ts';

/** One change of the state, with the previous version of everything it touched. */
interface Step {
  readonly before: View['content']['scopes'];
  readonly features: ReadonlyMap<string, FeatureState | undefined>;
  readonly segments: ReadonlyMap<number, SegmentState | undefined>;
}

/** Changes since a revision: the previous versions of features and segments. */
export interface ChangesSince {
  readonly features: ReadonlyMap<string, FeatureState | undefined>;
  readonly segments: ReadonlyMap<number, SegmentState | undefined>;
}

const maxSteps = 100;
const maxFeatures = 1000;

/** The last changes, so that SDKs receive only those. */
export class History {
  /** Newest first. */
  readonly #steps: Step[] = [];
  #features = 0;

  add({ from, features, segments }: ReplicaChange): void {
    const before = new Map([...features].map((name) => [name, from.feature(name)]));
    const segmentsBefore = new Map([...segments].map((id) => [id, from.segments().get(id)]));
    this.#steps.unshift({ before: from.content.scopes, features: before, segments: segmentsBefore });
    this.#features += features.size;
    while (this.#steps.length > maxSteps || this.#features > maxFeatures) this.#features -= this.#steps.pop()?.features.size ?? 0;
  }

  /** True if the history includes the state of the scope at its revision `since`. */
  reaches(scope: Scope, since: number): boolean {
    return this.#stepsSince(scope, since) > 0;
  }

  /** Changes since that revision, inside or outside the scope. Requires `reaches`. */
  since(scope: Scope, since: number): ChangesSince {
    const steps = this.#steps.slice(0, this.#stepsSince(scope, since));
    return {
      features: new Map(steps.flatMap((step) => [...step.features])),
      segments: new Map(steps.flatMap((step) => [...step.segments])),
    };
  }

  /** Drops everything when revisions restart. */
  clear(): void {
    this.#steps.length = 0;
    this.#features = 0;
  }

  /** Equal revisions of a scope have equal content. */
  #stepsSince({ environment, projects }: Scope, since: number): number {
    return this.#steps.findIndex(({ before }) => before.of(environment, projects) === since) + 1;
  }
}
