import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import type { Outcome } from '../evaluation.ts';
import type { CompiledSegment } from '../segment/compile-segment.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { explainRule } from './explain-share.ts';
import type { Question } from './question.ts';
import type { ExplainedConstraint, ExplainedSegment, ExplainedStrategy } from './explanation.ts';

/** A strategy in its position among all of an environment. */
export interface ListedStrategy {
  readonly strategy: CompiledStrategy;
  readonly disabled: boolean;
}

/** A strategy explained but for its variant, which must be drawn once only and is put in at the end. */
export type Draft = { -readonly [Field in keyof ExplainedStrategy]: ExplainedStrategy[Field] };

/**
 * Asks every part of a strategy once. Chance is drawn even by a rule that a constraint has already ruled out. `isReached`
 * says whether the evaluation comes to this strategy.
 */
export function draftStrategy({ strategy, disabled }: ListedStrategy, question: Question, isReached: boolean): Draft {
  const inquiry = new Inquiry(question, isReached && strategy.segments.every(({ state }) => state));
  const constraints = strategy.constraints.map((constraint) => inquiry.explainConstraint(constraint));
  const segments = strategy.segments.map((segment) => inquiry.explainSegment(segment));
  const applies = constraints.every(passed) && segments.every(passed);
  const { bucket, share, passes } = inquiry.askRule(strategy);
  return {
    state: strategy.state,
    disabled,
    known: strategy.known,
    constraints,
    segments,
    applies,
    bucket,
    share,
    passes,
    holds: applies && passes,
    variant: undefined,
    variantShare: undefined,
  };
}

/** Asks the parts of a strategy in the order of the evaluation, which comes to no more of them once one has failed. */
class Inquiry {
  readonly #question: Question;
  #isReached: boolean;

  constructor(question: Question, isReached: boolean) {
    this.#question = question;
    this.#isReached = isReached;
  }

  explainConstraint({ state, test }: CompiledConstraint): ExplainedConstraint {
    const { context, effects } = this.#question;
    const outcome = this.#paying;
    outcome.refusal = undefined;
    const result = test(context, effects, outcome);
    this.#isReached &&= result;
    return { state, result, refusal: outcome.refusal };
  }

  explainSegment({ id, state, constraints }: CompiledSegment): ExplainedSegment {
    const explained = constraints.map((constraint) => this.explainConstraint(constraint));
    return { id, state, constraints: explained, result: state !== undefined && explained.every(passed) };
  }

  askRule({ rule, share: asked }: CompiledStrategy) {
    const { context, effects } = this.#question;
    if (!asked) return { bucket: undefined, share: undefined, passes: rule(context, effects, this.#paying) };
    const { bucket, share } = explainRule(asked, this.#question, this.#paying);
    const passes = bucket === undefined ? rule(context, effects, this.#paying) : asked.bucketing?.passes(bucket) === true;
    return { bucket, share, passes };
  }

  get #paying(): Outcome {
    return this.#isReached ? this.#question.outcome : this.#question.aside;
  }
}

const passed = ({ result }: { readonly result: boolean }): boolean => result;
