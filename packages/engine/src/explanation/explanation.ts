import type { Constraint, DependencyState, SegmentState, StrategyState } from '@signalbox/contracts';
import type { Decision, Evaluation, SelectedVariant } from '../evaluation.ts';

/** A constraint with its result after inversion. */
export interface ExplainedConstraint {
  readonly state: Constraint;
  readonly result: boolean;
  /** Sentence with the reason why it was skipped because of its cost. Its result is then false. */
  readonly refusal: string | undefined;
}

/** A segment of a strategy. Without `state` it does not exist, and its result is false. */
export interface ExplainedSegment {
  readonly id: number;
  readonly state: SegmentState | undefined;
  readonly result: boolean;
  readonly constraints: readonly ExplainedConstraint[];
}

/**
 * Bucket of a context: the hash of `value`, the field named by `stickiness`, is in `bucket` of the buckets 1 to `of`. Both are null without
 * a value, if no hash is needed, and if chance drew one, which another evaluation would not repeat.
 */
export interface ExplainedShare {
  readonly stickiness: string;
  readonly value: string | null;
  readonly group: string;
  readonly bucket: number | null;
  readonly of: number;
  readonly chance: boolean;
}

/** Share of a rule, which lets the buckets up to `reaches` pass. */
export interface ExplainedRuleShare extends ExplainedShare {
  readonly reaches: number;
}

/** A parent of a feature. `result` is undefined if it was not evaluated; `given` is also undefined if it does not exist. */
export interface ExplainedParent {
  readonly state: DependencyState;
  readonly result: boolean | undefined;
  readonly given: Decision | undefined;
}

/** A strategy with the result of each part. A disabled one is explained in the same way, without effect. */
export interface ExplainedStrategy {
  readonly state: StrategyState;
  readonly disabled: boolean;
  /** False for an unknown strategy, which never holds. */
  readonly known: boolean;
  readonly constraints: readonly ExplainedConstraint[];
  readonly segments: readonly ExplainedSegment[];
  /** True if all constraints and all segments hold. */
  readonly applies: boolean;
  /** Bucket from 1 to 100, or 0 without an identity. Undefined if the rule needs no hash. */
  readonly bucket: number | undefined;
  /** Undefined for a rule without a share. */
  readonly share: ExplainedRuleShare | undefined;
  /** True if its own rule holds, regardless of constraints and segments. */
  readonly passes: boolean;
  /** True if both its conditions and its own rule hold. */
  readonly holds: boolean;
  /** Variant that it selects if it holds and has variants. */
  readonly variant: SelectedVariant | undefined;
  /** Explanation of that variant. Undefined if it does not hold or has no variants. */
  readonly variantShare: ExplainedShare | undefined;
}

/** An evaluation with all its parts. `readClock` and `readRandom` cover everything in it. */
export interface Explanation extends Evaluation {
  /** Additional steps for parts that the evaluation does not reach. Absent if none. */
  readonly stepsAside?: number | undefined;
  /** True if the feature is switched on in the environment. */
  readonly switchedOn: boolean;
  readonly parentsHold: boolean;
  readonly parents: readonly ExplainedParent[];
  /** All strategies in order, disabled ones in their positions. */
  readonly strategies: readonly ExplainedStrategy[];
  /** The strategy that decided. Undefined if none held or was needed, or if the feature was off anyway. */
  readonly winner: ExplainedStrategy | undefined;
  /** Explanation of the variant. Undefined without variants. */
  readonly variantShare: ExplainedShare | undefined;
}
