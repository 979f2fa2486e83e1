import type { CompiledFeature, EvaluationContext, Explanation, FeatureLookup } from '@signalbox/engine';
import type { Playground } from '../open-playground.ts';

/** Explains features, counts evaluations and steps, and records whether the results are repeatable. */
export class Evaluator {
  readonly #effects;
  #isLasting = true;
  #steps = 0;
  #count = 0;

  constructor(now: () => Date, { random }: Pick<Playground, 'random'>) {
    // Only the application knows its host, so strategies by host name are unknown.
    this.#effects = { now, random, hostname: '' };
  }

  /** True if no evaluation has read the clock or a random number. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** Number of steps of all evaluations so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Number of evaluations so far. */
  get count(): number {
    return this.#count;
  }

  explain(feature: CompiledFeature, context: EvaluationContext, features: FeatureLookup): Explanation {
    const explanation = feature.explain(context, this.#effects, features);
    if (explanation.readClock || explanation.readRandom) this.#isLasting = false;
    this.#steps += (explanation.steps ?? 0) + (explanation.stepsAside ?? 0);
    this.#count += 1;
    return explanation;
  }
}
