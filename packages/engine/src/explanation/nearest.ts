import type { ExplainedStrategy, Explanation } from './explanation.ts';

/** Returns the enabled strategy with the fewest failing steps, the first of several, if none holds. Otherwise undefined. */
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

/** Number of failing steps of a strategy: constraints, segments, and its own rule. */
const countFailing = ({ constraints, segments, passes }: ExplainedStrategy): number =>
  countFalse(constraints) + countFalse(segments) + Number(!passes);

function countFalse(parts: readonly { readonly result: boolean }[]): number {
  let count = 0;
  for (const { result } of parts) if (!result) count += 1;
  return count;
}
