import type { Test } from '../evaluation.ts';
import type { HashedGroup } from '../hash.ts';
import type { Identify } from '../stickiness.ts';

/** The parameters of a strategy; any may be missing. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** How a rule by hash puts contexts into buckets from 1 to 100: the hashed group, and what is hashed behind it. */
export interface Bucketing extends HashedGroup {
  readonly identify: Identify;
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

/** A strategy's own decision. Where it is made by hash, `test` is made of what `share` says, so that the two cannot disagree. */
export interface Rule {
  readonly test: Test;
  readonly share?: RuleShare;
}

/** Compiles a strategy's own rule; constraints and segments are not its business. */
export type CompileRule = (parameters: Parameters, feature: string) => Rule;
