import type { Constraint, DependencyState, SegmentState, StrategyState } from '@signalbox/contracts';
import type { Decision, Evaluation, SelectedVariant } from '../evaluation.ts';

/** A constraint with its result, inversion included. */
export interface ExplainedConstraint {
  readonly state: Constraint;
  readonly result: boolean;
  /** Why it was not tried, where its cost forbade that: a sentence. Its result is false then. */
  readonly refusal: string | undefined;
}

/** A segment that a strategy names. Without `state` it does not exist, and its result is false. */
export interface ExplainedSegment {
  readonly id: number;
  readonly state: SegmentState | undefined;
  readonly result: boolean;
  readonly constraints: readonly ExplainedConstraint[];
}

/**
 * What a hash makes of a context: `value`, which `stickiness` names, in `bucket` of the buckets 1 to `of`. Both are null where there is no
 * value, where none is needed, and where chance draws one, which another evaluation would not draw again.
 */
export interface ExplainedShare {
  readonly stickiness: string;
  readonly value: string | null;
  readonly group: string;
  readonly bucket: number | null;
  readonly of: number;
  readonly chance: boolean;
}

/** The share of a rule, which lets the buckets up to `reaches` pass. */
export interface ExplainedRuleShare extends ExplainedShare {
  readonly reaches: number;
}

/** A parent as a feature depends on it. `result` is undefined where it was not asked, `given` where it is not there either. */
export interface ExplainedParent {
  readonly state: DependencyState;
  readonly result: boolean | undefined;
  readonly given: Decision | undefined;
}

/** A strategy with the result of each of its parts. A disabled one is shown in the same way and decides nothing. */
export interface ExplainedStrategy {
  readonly state: StrategyState;
  readonly disabled: boolean;
  /** Whether the engine knows the strategy; an unknown one never holds. */
  readonly known: boolean;
  readonly constraints: readonly ExplainedConstraint[];
  readonly segments: readonly ExplainedSegment[];
  /** Whether all constraints and all segments hold. */
  readonly applies: boolean;
  /** The bucket from 1 to 100, 0 without an identity; undefined where the rule needed no hash. */
  readonly bucket: number | undefined;
  /** Undefined where its rule is about no share. */
  readonly share: ExplainedRuleShare | undefined;
  /** Whether its own rule holds, whatever constraints and segments say. */
  readonly passes: boolean;
  /** Whether it applies and its own rule holds too. */
  readonly holds: boolean;
  /** The variant that it selects when it holds and has variants. */
  readonly variant: SelectedVariant | undefined;
  /** How that variant came to be; undefined where it holds not or has no variants. */
  readonly variantShare: ExplainedShare | undefined;
}

/** An evaluation with all that was looked at. `readClock` and `readRandom` count for everything that is shown. */
export interface Explanation extends Evaluation {
  /** How many more steps it took to show what the evaluation does not come to; absent for none. */
  readonly stepsAside?: number | undefined;
  /** Whether the feature is switched on in the environment. */
  readonly switchedOn: boolean;
  readonly parentsHold: boolean;
  readonly parents: readonly ExplainedParent[];
  /** All strategies in their order, disabled ones in their positions. */
  readonly strategies: readonly ExplainedStrategy[];
  /** The strategy that decided. Undefined where none held, or none was needed, or the feature was off before it was asked. */
  readonly winner: ExplainedStrategy | undefined;
  /** How the variant came to be; undefined where there are none to choose from. */
  readonly variantShare: ExplainedShare | undefined;
}
