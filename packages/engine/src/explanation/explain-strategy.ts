import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome } from '../evaluation.ts';
import type { CompiledSegment } from '../segment/compile-segment.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import type { ExplainedConstraint, ExplainedSegment, ExplainedStrategy } from './explanation.ts';

/** A strategy in its position among all of an environment. */
export interface ListedStrategy {
  readonly strategy: CompiledStrategy;
  readonly disabled: boolean;
}

/** What one evaluation is made from. */
export interface Question {
  readonly context: EvaluationContext;
  readonly effects: Effects;
  readonly outcome: Outcome;
}

/** A strategy explained but for its variant, which must be drawn once only. */
export type Draft = Omit<ExplainedStrategy, 'variant'> & { readonly strategy: CompiledStrategy };

/** Asks every part of a strategy once. Chance is drawn even by a rule that a constraint has already ruled out. */
export function draftStrategy({ strategy, disabled }: ListedStrategy, question: Question): Draft {
  const constraints = strategy.constraints.map((constraint) => explainConstraint(constraint, question));
  const segments = strategy.segments.map((segment) => explainSegment(segment, question));
  const applies = constraints.every(passed) && segments.every(passed);
  const { bucket, result } = askRule(strategy, question);
  return {
    strategy,
    state: strategy.state,
    disabled,
    known: strategy.known,
    constraints,
    segments,
    applies,
    bucket,
    holds: applies && result,
  };
}

function askRule({ rule, bucketing }: CompiledStrategy, { context, effects, outcome }: Question) {
  if (!bucketing) return { bucket: undefined, result: rule(context, effects, outcome) };
  const bucket = bucketing.bucketOf(context, effects, outcome);
  return { bucket, result: bucketing.passes(bucket) };
}

function explainConstraint({ state, test }: CompiledConstraint, { context, effects, outcome }: Question): ExplainedConstraint {
  return { state, result: test(context, effects, outcome) };
}

function explainSegment({ id, state, constraints }: CompiledSegment, question: Question): ExplainedSegment {
  const explained = constraints.map((constraint) => explainConstraint(constraint, question));
  return { id, state, constraints: explained, result: state !== undefined && explained.every(passed) };
}

const passed = ({ result }: { readonly result: boolean }): boolean => result;
