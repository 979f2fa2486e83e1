import type { EntityManager } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { tablesOf } from '../../tables/tables.ts';

/** Throws 400 if two strategies of one of these features have the same key in an environment. The features must be locked. */
export async function refuseSharedKeys(em: EntityManager, featureNames: readonly string[]): Promise<void> {
  const shared = await tablesOf(em)
    .selectFrom('feature_strategy')
    .where('feature_name', 'in', [...featureNames])
    .where('strategy_key', 'is not', null)
    .groupBy(['feature_name', 'environment', 'strategy_key'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('feature_name')
    .select(['feature_name as feature', 'environment', 'strategy_key as key'])
    .executeTakeFirst();
  if (!shared) return;
  const { feature, environment, key } = shared;
  throw badValue({ path: 'key', feature }, `must be unique in environment ${environment}; two strategies have ${key}`);
}
