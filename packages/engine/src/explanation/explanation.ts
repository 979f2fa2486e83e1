import type { Constraint, SegmentState, StrategyState } from '@signalbox/contracts';
import type { Evaluation, SelectedVariant } from '../evaluation.ts';

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
  /** Whether it applies and its own rule holds too. */
  readonly holds: boolean;
  /** The variant that it selects when it holds and has variants. */
  readonly variant: SelectedVariant | undefined;
}

/** An evaluation with all that was looked at. `readClock` and `readRandom` count for everything that is shown. */
export interface Explanation extends Evaluation {
  /** How many more steps it took to show what the evaluation does not come to; absent for none. */
  readonly stepsAside?: number | undefined;
  /** Whether the feature is switched on in the environment. */
  readonly switchedOn: boolean;
  readonly parentsHold: boolean;
  /** All strategies in their order, disabled ones in their positions. */
  readonly strategies: readonly ExplainedStrategy[];
  /** The strategy that decided. Undefined where none held, or none was needed, or the feature was off before it was asked. */
  readonly winner: ExplainedStrategy | undefined;
}
