import { isDeepStrictEqual } from 'node:util';
import type { StrategySpec } from '../document/settings.schema.ts';

/**
 * The index of the stored strategy that becomes each desired one, or null for a new one: the strategy with the same key, else with
 * the same content, else the next one without a counterpart. Strategies with different keys are never the same.
 */
export function matchStrategies(desired: readonly StrategySpec[], stored: readonly StrategySpec[]): (number | null)[] {
  const matches: (number | null)[] = desired.map(() => null);
  const left = new Set(stored.keys());
  const pair = (fits: (one: StrategySpec, other: StrategySpec) => boolean) => {
    for (const [index, strategy] of desired.entries()) {
      if (matches[index] !== null) continue;
      const found = [...left].find((at) => fits(strategy, stored[at] ?? strategy));
      if (found === undefined) continue;
      matches[index] = found;
      left.delete(found);
    }
  };
  pair((one, other) => one.key !== undefined && one.key === other.key);
  pair((one, other) => isDeepStrictEqual(one, other));
  pair((one, other) => !(one.key && other.key) && isDeepStrictEqual(withoutKey(one), withoutKey(other)));
  pair((one, other) => !(one.key && other.key));
  return matches;
}

const withoutKey = ({ key: _key, ...content }: StrategySpec) => content;
