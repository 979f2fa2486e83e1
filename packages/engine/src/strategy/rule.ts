import type { Bucketing } from '../bucketing.ts';
import type { Test } from '../evaluation.ts';

/** Parameters of a strategy. Any may be missing. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Share of contexts that a rule lets pass. Without `bucketing` it needs no hash: at 0 and 100 percent, or by chance alone. */
export interface RuleShare {
  /** Field that identifies contexts; `random` is chance. */
  readonly stickiness: string;
  /** Hashed before the identity, so that shares of one group reach the same contexts. */
  readonly group: string;
  /** Highest bucket that passes, from 0 to 100 (percent). */
  readonly reaches: number;
  readonly bucketing?: Bucketing;
}

/** The decision of a strategy itself. If it uses a hash, `test` is built from `share`, so that the two cannot disagree. */
export interface Rule {
  readonly test: Test;
  readonly share?: RuleShare;
}

/** Compiles the rule of a strategy, without constraints and segments. */
export type CompileRule = (parameters: Parameters, feature: string) => Rule;
