import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome } from '../evaluation.ts';

/** What one evaluation is made from. */
export interface Question {
  readonly context: EvaluationContext;
  readonly effects: Effects;
  readonly outcome: Outcome;
  /** Pays for what the evaluation would not have come to, lest its own steps be gone before those that decide. */
  readonly aside: Outcome;
  /** Which of the two pays for the part that is asked next. */
  paying: Outcome;
}
