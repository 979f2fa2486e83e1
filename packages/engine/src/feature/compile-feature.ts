import type { DependencyState, FeatureState } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from '../context.ts';
import { beginOutcome, type Evaluation, type Outcome } from '../evaluation.ts';
import { explainFeature, listStrategies } from '../explanation/explain-feature.ts';
import type { ListedStrategy } from '../explanation/explain-strategy.ts';
import type { Explanation } from '../explanation/explanation.ts';
import { type CompiledStrategy, compileStrategy } from '../strategy/compile-strategy.ts';
import { allHold, explainParents } from './parents.ts';
import type { Segments } from '../list/segments.ts';
import { settingsOf } from './settings-of.ts';
import { compileVariants, type CompiledVariants } from '../variant/compile-variants.ts';

/** Resolves parents, for example a Map of compiled features of the same environment. */
export interface FeatureLookup {
  get(name: string): CompiledFeature | undefined;
}

/** A feature in one environment, ready for evaluation. */
export interface CompiledFeature {
  readonly state: FeatureState;
  readonly environment: string;
  /** True if the feature is switched on in the environment, regardless of strategies and parents. */
  readonly enabled: boolean;
  readonly strategies: readonly CompiledStrategy[];
  /** Variants of the feature, for strategies without their own. */
  readonly variants: CompiledVariants | undefined;
  /** Evaluates the feature for a context and allocates only the result. `features` resolves the parents. */
  evaluate(context: EvaluationContext, effects: Effects, features: FeatureLookup): Evaluation;
  /**
   * Evaluates like `evaluate` and explains every part: all strategies in full, including disabled ones. Each part is evaluated once, so
   * that the result is consistent with the explanation even if chance plays a part.
   */
  explain(context: EvaluationContext, effects: Effects, features: FeatureLookup): Explanation;
  /** Writes the feature's own decision into `outcome`, without its parents. */
  decide(context: EvaluationContext, effects: Effects, outcome: Outcome): void;
}

/**
 * Compiles a feature for an environment (specification, evaluation semantics, "Toggle evaluation order"). It is off if a parent fails or
 * the environment is off or unknown, and on without strategies. Otherwise the first strategy that holds wins. The variant comes from that
 * strategy or, if it has none, from the feature. Neither state may change afterwards.
 */
export function compileFeature(state: FeatureState, environment: string, segments: Segments): CompiledFeature {
  return new Compiled(state, environment, segments);
}

/** Keeps all data of an evaluation in one object: fetching scattered data would take longer than evaluating it. */
class Compiled implements CompiledFeature {
  readonly state: FeatureState;
  readonly environment: string;
  readonly enabled: boolean;
  readonly strategies: readonly CompiledStrategy[];
  readonly variants: CompiledVariants | undefined;
  readonly #only: CompiledStrategy | undefined;
  readonly #dependencies: readonly DependencyState[];
  readonly #segments: Segments;
  #listed: readonly ListedStrategy[] | undefined;

  constructor(state: FeatureState, environment: string, segments: Segments) {
    const settings = settingsOf(state, environment);
    this.state = state;
    this.environment = environment;
    this.enabled = settings?.enabled ?? false;
    this.strategies = (settings?.strategies ?? []).map((strategy) => compileStrategy(strategy, state.name, segments));
    this.#only = this.strategies.length === 1 ? this.strategies[0] : undefined;
    this.variants = compileVariants(settings?.variants ?? [], state.name, undefined);
    this.#dependencies = state.dependencies;
    this.#segments = segments;
  }

  evaluate(context: EvaluationContext, effects: Effects, features: FeatureLookup): Evaluation {
    const outcome = beginOutcome();
    const dependencies = this.#dependencies;
    if (dependencies.length === 0 || allHold(dependencies, context, effects, features, outcome)) {
      this.decide(context, effects, outcome);
    } else refuse(outcome);
    return outcome;
  }

  decide(context: EvaluationContext, effects: Effects, outcome: Outcome): void {
    if (this.enabled) this.#applyWinner(this.#winner(context, effects, outcome), context, effects, outcome);
    else refuse(outcome);
  }

  explain(context: EvaluationContext, effects: Effects, features: FeatureLookup): Explanation {
    const outcome = beginOutcome();
    const parents = explainParents(this.#dependencies, context, effects, features, outcome);
    refuse(outcome);
    this.#listed ??= this.#listAll();
    const question = { context, effects, outcome, aside: beginOutcome(), paying: outcome };
    return explainFeature({ switchedOn: this.enabled, parents, listed: this.#listed, variants: this.variants }, question);
  }

  #winner(context: EvaluationContext, effects: Effects, outcome: Outcome): CompiledStrategy | undefined {
    const only = this.#only;
    if (only) return only.holds(context, effects, outcome) ? only : undefined;
    for (const strategy of this.strategies) if (strategy.holds(context, effects, outcome)) return strategy;
    return undefined;
  }

  /** Applies the first strategy that holds to a feature that is switched on. */
  #applyWinner(winner: CompiledStrategy | undefined, context: EvaluationContext, effects: Effects, outcome: Outcome): void {
    if (!winner && this.strategies.length > 0) return refuse(outcome);
    outcome.enabled = true;
    outcome.variant = (winner?.variants ?? this.variants)?.select(context, effects, outcome);
  }

  /** Compiles disabled strategies at the first explanation, because SDKs never need them. */
  #listAll(): readonly ListedStrategy[] {
    const disabled = (settingsOf(this.state, this.environment)?.disabledStrategies ?? []).map(({ position, strategy }) => ({
      position,
      strategy: compileStrategy(strategy, this.state.name, this.#segments),
    }));
    return listStrategies(this.strategies, disabled);
  }
}

function refuse(outcome: Outcome): void {
  outcome.enabled = false;
  outcome.variant = undefined;
}
