import type { CompiledFeature, EvaluationContext, Explanation, FeatureLookup } from '@signalbox/engine';
import type { Playground } from '../open-playground.ts';

/** Explains features, and remembers whether the same question would be answered in the same way later. */
export class Evaluator {
  readonly #effects;
  #isLasting = true;
  #steps = 0;
  #count = 0;

  constructor(now: () => Date, { random }: Pick<Playground, 'random'>) {
    // Only the application knows where it runs; what depends on it is told as unknown.
    this.#effects = { now, random, hostname: '' };
  }

  /** Whether nothing so far was read off the clock or drawn by chance. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** How many steps all evaluations so far have taken. */
  get steps(): number {
    return this.#steps;
  }

  /** How many evaluations there were so far. */
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
