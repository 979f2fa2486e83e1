import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome } from '../evaluation.ts';

/** Inputs and outcome of one evaluation. */
export interface Question {
  readonly context: EvaluationContext;
  readonly effects: Effects;
  readonly outcome: Outcome;
  /** Step budget for parts that the evaluation would not reach, so that they do not use up its own steps. */
  readonly aside: Outcome;
  /** The outcome that is charged for the next part: either of the two above. */
  paying: Outcome;
}
