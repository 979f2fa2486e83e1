import type { DependencyState, FeatureState, SegmentState } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from '../context.ts';
import { beginOutcome, type Evaluation, type Outcome } from '../evaluation.ts';
import { explainFeature, listStrategies } from '../explanation/explain-feature.ts';
import type { ListedStrategy } from '../explanation/explain-strategy.ts';
import type { Explanation } from '../explanation/explanation.ts';
import { type CompiledStrategy, compileStrategy } from '../strategy/compile-strategy.ts';
import { allHold, explainParents } from './parents.ts';
import { settingsOf } from './settings-of.ts';
import { compileVariants, type CompiledVariants } from '../variant/compile-variants.ts';

/** Where parents are found. A Map of compiled features of the same environment is one. */
export interface FeatureLookup {
  get(name: string): CompiledFeature | undefined;
}

/** One feature in one environment, ready to be evaluated. */
export interface CompiledFeature {
  readonly state: FeatureState;
  readonly environment: string;
  /** Whether the feature is switched on in the environment, whatever its strategies and parents say. */
  readonly enabled: boolean;
  readonly strategies: readonly CompiledStrategy[];
  /** Decides for a context and allocates only the answer. `features` resolves the parents. */
  evaluate(context: EvaluationContext, effects: Effects, features: FeatureLookup): Evaluation;
  /**
   * Decides as `evaluate` does and shows all that was looked at: every strategy in full, disabled ones included. Each
   * part is asked once, so that the verdict is made of what is shown even where chance plays a part.
   */
  explain(context: EvaluationContext, effects: Effects, features: FeatureLookup): Explanation;
  /** Writes into `outcome` what the feature itself decides, without its parents. */
  decide(context: EvaluationContext, effects: Effects, outcome: Outcome): void;
}

/**
 * Compiles a feature for an environment (specification, evaluation semantics, "Toggle evaluation order"): false where a
 * parent does not hold or the environment is off or unknown; true without strategies; else the first strategy that
 * holds wins and its variants, or those of the feature, are drawn from. Neither state may change afterwards.
 */
export function compileFeature(state: FeatureState, environment: string, segments: ReadonlyMap<number, SegmentState>): CompiledFeature {
  return new Compiled(state, environment, segments);
}

/** All that an evaluation needs lies in one object: what is scattered takes longer to fetch than to evaluate. */
class Compiled implements CompiledFeature {
  readonly state: FeatureState;
  readonly environment: string;
  readonly enabled: boolean;
  readonly strategies: readonly CompiledStrategy[];
  readonly #only: CompiledStrategy | undefined;
  readonly #variants: CompiledVariants | undefined;
  readonly #dependencies: readonly DependencyState[];
  readonly #segments: ReadonlyMap<number, SegmentState>;
  #listed: readonly ListedStrategy[] | undefined;

  constructor(state: FeatureState, environment: string, segments: ReadonlyMap<number, SegmentState>) {
    const settings = settingsOf(state, environment);
    this.state = state;
    this.environment = environment;
    this.enabled = settings?.enabled ?? false;
    this.strategies = (settings?.strategies ?? []).map((strategy) => compileStrategy(strategy, state.name, segments));
    this.#only = this.strategies.length === 1 ? this.strategies[0] : undefined;
    this.#variants = compileVariants(settings?.variants ?? [], state.name, undefined);
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
    return explainFeature({ switchedOn: this.enabled, parents, listed: this.#listed, variants: this.#variants }, question);
  }

  #winner(context: EvaluationContext, effects: Effects, outcome: Outcome): CompiledStrategy | undefined {
    const only = this.#only;
    if (only) return only.holds(context, effects, outcome) ? only : undefined;
    for (const strategy of this.strategies) if (strategy.holds(context, effects, outcome)) return strategy;
    return undefined;
  }

  /** What follows from the first strategy that holds: the verdict of a feature that is switched on. */
  #applyWinner(winner: CompiledStrategy | undefined, context: EvaluationContext, effects: Effects, outcome: Outcome): void {
    if (!winner && this.strategies.length > 0) return refuse(outcome);
    outcome.enabled = true;
    outcome.variant = (winner?.variants ?? this.#variants)?.select(context, effects, outcome);
  }

  /** Disabled strategies are compiled when a first explanation asks for them: SDKs never do. */
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
