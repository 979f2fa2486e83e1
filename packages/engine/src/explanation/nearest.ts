import type { ExplainedStrategy, Explanation } from './explanation.ts';

/** Where no strategy that is switched on holds: the one of which the least steps fail, the first of several. Else undefined. */
export function nearestOf({ strategies }: Explanation): ExplainedStrategy | undefined {
  const asked = strategies.filter(({ disabled }) => !disabled);
  if (asked.some(({ holds }) => holds)) return undefined;
  const [nearest] = asked.toSorted((one, other) => countFailing(one) - countFailing(other));
  return nearest;
}

/** How many steps of a strategy fail: constraints and segments, and its own rule. */
const countFailing = ({ constraints, segments, passes }: ExplainedStrategy): number =>
  [...constraints, ...segments].filter(({ result }) => !result).length + Number(!passes);
