import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome, Test } from '../evaluation.ts';

/** The parameters of a strategy; any may be missing. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** How a rule by hash decides: it puts a context into a bucket from 1 to 100 and passes those up to a limit. */
export interface Bucketing {
  /** The bucket of the context, 0 where it has no identity to be put into a bucket by. */
  readonly bucketOf: (context: EvaluationContext, effects: Effects, outcome: Outcome) => number;
  readonly passes: (bucket: number) => boolean;
}

/** A strategy's own decision. Where it is made by hash, `test` is made of `bucketing`, so that the two cannot disagree. */
export interface Rule {
  readonly test: Test;
  readonly bucketing?: Bucketing;
}

/** Compiles a strategy's own rule; constraints and segments are not its business. */
export type CompileRule = (parameters: Parameters, feature: string) => Rule;
