import type { ExplainedStrategy, Explanation } from './explanation.ts';

/** Where no strategy that is switched on holds: the one of which the least steps fail, the first of several. Else undefined. */
export function nearestOf({ strategies }: Explanation): ExplainedStrategy | undefined {
  let nearest: ExplainedStrategy | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const strategy of strategies) {
    if (strategy.disabled) continue;
    if (strategy.holds) return undefined;
    const failing = countFailing(strategy);
    if (failing >= least) continue;
    nearest = strategy;
    least = failing;
  }
  return nearest;
}

/** How many steps of a strategy fail: constraints and segments, and its own rule. */
const countFailing = ({ constraints, segments, passes }: ExplainedStrategy): number =>
  countFalse(constraints) + countFalse(segments) + Number(!passes);

function countFalse(parts: readonly { readonly result: boolean }[]): number {
  let count = 0;
  for (const { result } of parts) if (!result) count += 1;
  return count;
}
