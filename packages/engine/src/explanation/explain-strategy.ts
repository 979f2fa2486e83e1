import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import type { CompiledSegment } from '../segment/compile-segment.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';
import { explainRule } from './explain-share.ts';
import type { Question } from './question.ts';
import type { ExplainedConstraint, ExplainedSegment, ExplainedStrategy } from './explanation.ts';

/** A strategy at its position among all of an environment. */
export interface ListedStrategy {
  readonly strategy: CompiledStrategy;
  readonly disabled: boolean;
}

/** An explained strategy without its variant, which must be drawn only once and is added at the end. */
export type Draft = { -readonly [Field in keyof ExplainedStrategy]: ExplainedStrategy[Field] };

/**
 * Evaluates every part of a strategy once, in the order of the evaluation, which itself stops after the first failure. Even a rule that a
 * constraint has ruled out draws by chance. `isReached` is true if the evaluation reaches this strategy.
 */
export function draftStrategy({ strategy, disabled }: ListedStrategy, question: Question, isReached: boolean): Draft {
  question.paying = isReached && strategy.segments.every(exists) ? question.outcome : question.aside;
  const constraints = explainConstraints(strategy.constraints, question);
  const segments = strategy.segments.map((segment) => explainSegment(segment, question));
  const applies = constraints.every(passed) && segments.every(passed);
  const { bucket, share, passes } = explainRule(strategy, question);
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

const explainConstraints = (constraints: readonly CompiledConstraint[], question: Question): readonly ExplainedConstraint[] =>
  constraints.map((constraint) => explainConstraint(constraint, question));

function explainConstraint({ state, test }: CompiledConstraint, question: Question): ExplainedConstraint {
  const { context, effects, paying } = question;
  if (paying.refusal !== undefined) paying.refusal = undefined;
  const result = test(context, effects, paying);
  if (!result) question.paying = question.aside;
  return { state, result, refusal: paying.refusal };
}

function explainSegment({ id, state, constraints }: CompiledSegment, question: Question): ExplainedSegment {
  const explained = explainConstraints(constraints, question);
  return { id, state, constraints: explained, result: state !== undefined && explained.every(passed) };
}

const exists = ({ state }: CompiledSegment): boolean => state !== undefined;

const passed = ({ result }: { readonly result: boolean }): boolean => result;
