import type { Outcome, Test } from '../evaluation.ts';
import type { Identify } from '../stickiness.ts';

/** The parameters of a strategy; any may be missing. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** How a rule by hash decides: it puts what a context is identified by into a bucket from 1 to 100 and passes those up to a limit. */
export interface Bucketing {
  readonly identify: Identify;
  /** The bucket of an identity, 0 where there is none to be put into a bucket by. */
  readonly bucketOf: (id: string | undefined, outcome: Outcome) => number;
  readonly passes: (bucket: number) => boolean;
}

/** The share of contexts that a rule lets through. Without `bucketing` it needs no hash: at its ends, and by chance alone. */
export interface RuleShare {
  /** What contexts are told apart by; `random` is chance. */
  readonly stickiness: string;
  /** What is hashed before the identity, so that shares of one group reach the same contexts. */
  readonly group: string;
  /** In percent, from 0 to 100: the highest bucket that passes. */
  readonly reaches: number;
  readonly bucketing?: Bucketing;
}

/** A strategy's own decision. Where it is made by hash, `test` is made of `bucketing`, so that the two cannot disagree. */
export interface Rule {
  readonly test: Test;
  readonly share?: RuleShare;
}

/** Compiles a strategy's own rule; constraints and segments are not its business. */
export type CompileRule = (parameters: Parameters, feature: string) => Rule;
