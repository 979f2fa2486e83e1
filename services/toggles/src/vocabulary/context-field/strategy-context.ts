import type { Constraint } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { strategyContextTable } from '../../tables/vocabulary.ts';

/** The use of a context field by a constraint of a strategy, stored in addition to the constraints so that uses can be counted. */
export class StrategyContext extends strategyContextTable.entity.class {}
strategyContextTable.entity.setClass(StrategyContext);

/** Must run for every write of a strategy's constraints, after its row exists. */
export async function recordContext(
  em: EntityManager,
  strategyId: string,
  before: readonly Constraint[],
  after: readonly Constraint[],
): Promise<void> {
  const named = new Set(before.map(({ contextName }) => contextName));
  const required = new Set(after.map(({ contextName }) => contextName));
  const dropped = [...named.difference(required)];
  if (dropped.length > 0) await em.nativeDelete(StrategyContext, { strategyId, contextName: { $in: dropped } });
  for (const contextName of required.difference(named)) em.create(StrategyContext, { strategyId, contextName });
}
