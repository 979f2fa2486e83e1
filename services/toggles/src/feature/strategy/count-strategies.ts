import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/**
 * Stores the numbers of strategies and of enabled strategies per feature and environment, so that lists of thousands of
 * features need not count them. Must run at the end of every change of strategies.
 */
export async function countStrategies(em: EntityManager, featureNames: readonly string[], environments: readonly string[]): Promise<void> {
  if (featureNames.length === 0) return;
  await em.flush(); // The counted rows must be in the database.
  await tablesOf(em)
    .updateTable('feature_environment')
    .set((settings) => {
      const count = settings
        .selectFrom('feature_strategy')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('feature_strategy.feature_name', '=', 'feature_environment.feature_name')
        .whereRef('feature_strategy.environment', '=', 'feature_environment.environment');
      return { strategy_count: count, enabled_strategy_count: count.where('feature_strategy.disabled', '=', 0) };
    })
    .where('feature_name', 'in', [...featureNames])
    .where('environment', 'in', [...environments])
    .execute();
}
