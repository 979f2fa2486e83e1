import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/**
 * Writes down how many strategies the features have in the environments, and how many of them are enabled: lists of
 * thousands of features say so, and would count again each time. Every change of strategies ends with it.
 */
export async function countStrategies(em: EntityManager, featureNames: readonly string[], environments: readonly string[]): Promise<void> {
  if (featureNames.length === 0) return;
  await em.flush(); // What is counted must be in the database.
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
