import type { Constraint } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { strategyContextTable } from '../../tables/vocabulary.ts';

/** The use of a context field by a constraint of a strategy, stored in addition to the constraints so that uses can be counted. */
class StrategyContext extends strategyContextTable.entity.class {}
strategyContextTable.entity.setClass(StrategyContext);

/** The context fields that the constraints use. */
export const contextNamesOf = (constraints: readonly Constraint[]): string[] => [
  ...new Set(constraints.map(({ contextName }) => contextName)),
];

/** Must run for every change of a strategy's constraints. New strategies insert the names themselves. */
export async function recordContext(
  em: EntityManager,
  strategyId: string,
  before: readonly Constraint[],
  after: readonly Constraint[],
): Promise<void> {
  const named = new Set(contextNamesOf(before));
  const required = new Set(contextNamesOf(after));
  const dropped = [...named.difference(required)];
  if (dropped.length > 0) await em.nativeDelete(StrategyContext, { strategyId, contextName: { $in: dropped } });
  for (const contextName of required.difference(named)) em.create(StrategyContext, { strategyId, contextName });
}
