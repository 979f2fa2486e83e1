import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import { always, never, type Test } from '../evaluation.ts';
import type { CompiledFeature, FeatureLookup } from '../feature/compile-feature.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import type { Bucketing } from '../strategy/rule.ts';
import type { CompiledVariants } from '../variant/compile-variants.ts';
import { SharedParts } from './shared-parts.ts';

/** Start of a feature that is evaluated by itself, because it has parents. */
export const alone = -1;
/** Number of strategies of a feature that is switched off. */
export const switchedOff = -1;
/** Length of a rule: an identity, the hash, block and length of its group, and the highest bucket that passes. */
export const ruleLength = 5;
/** In place of an identity: the rule passes every context, or only its test decides. */
export const everybody = -1;
export const byTest = -2;

/**
 * Features of one environment, as one list of numbers that a context reads from start to end. A feature is the number of its strategies,
 * and for each of them the number of its constraints, the constraints, and its rule. All features must be added before the first run.
 */
export class Batch {
  readonly features: CompiledFeature[] = [];
  /** Resolves parents. */
  readonly lookup: FeatureLookup;
  readonly shared = new SharedParts();
  /** Index of the first number of each feature. */
  readonly starts: number[] = [];
  /** Index of the first rule of each feature in `rules` and `variants`. */
  readonly firstRules: number[] = [];
  readonly rules: Test[] = [];
  /** Variants of each strategy, or else of its feature. */
  readonly variants: (CompiledVariants | undefined)[] = [];
  #written: number[] = [];
  #code: Int32Array | undefined;

  constructor(lookup: FeatureLookup) {
    this.lookup = lookup;
  }

  get code(): Int32Array {
    if (this.#code) return this.#code;
    this.#code = Int32Array.from(this.#written);
    this.#written = [];
    return this.#code;
  }

  add(feature: CompiledFeature): void {
    this.features.push(feature);
    this.starts.push(feature.state.dependencies.length > 0 ? alone : this.#written.length);
    this.firstRules.push(this.rules.length);
    if (feature.state.dependencies.length > 0) return;
    const { enabled, strategies, variants } = feature;
    this.#written.push(enabled ? strategies.length : switchedOff);
    if (!enabled) return;
    if (strategies.length === 0) this.#addRule(always, variants);
    for (const strategy of strategies) this.#addStrategy(strategy, variants);
  }

  #addStrategy(strategy: CompiledStrategy, variants: CompiledVariants | undefined): void {
    // A strategy with a missing segment never holds.
    const isPossible = strategy.segments.every(({ state }) => state);
    const at = this.#written.push(0) - 1;
    if (isPossible) {
      this.#addConstraints(strategy.constraints);
      for (const { constraints } of strategy.segments) this.#addConstraints(constraints);
    }
    this.#written[at] = this.#written.length - at - 1;
    this.#addRule(isPossible ? strategy.rule : never, strategy.variants ?? variants);
    if (isPossible && strategy.share?.bucketing) this.#addShare(strategy, strategy.share.reaches, strategy.share.bucketing);
    else this.#written.push(isPossible && strategy.rule === always ? everybody : byTest, 0, 0, 0, 0);
  }

  #addConstraints(constraints: readonly CompiledConstraint[]): void {
    for (const constraint of constraints) this.#written.push(this.shared.constraint(constraint));
  }

  #addRule(rule: Test, variants: CompiledVariants | undefined): void {
    this.rules.push(rule);
    this.variants.push(variants);
  }

  #addShare({ state, share }: CompiledStrategy, reaches: number, { identify, hash, block, length }: Bucketing): void {
    const identity = this.shared.identity(`${state.name}:${share?.stickiness}`, identify);
    this.#written.push(identity, hash, block, length, Math.floor(reaches));
  }
}
