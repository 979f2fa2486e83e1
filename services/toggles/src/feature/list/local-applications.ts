import { compareTexts, dayMs, type ReadContext } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';

/** An application with local evaluation, which cannot use a list that only servers evaluate. */
export const LocalApplication = Type.Object({ appName: Type.String(), environment: Type.String(), feature: Type.String() });
export type LocalApplication = Static<typeof LocalApplication>;

/** A feature in an environment. */
export interface FeatureUse {
  readonly feature: string;
  readonly environment: string;
}

const evaluatedDays = 30;

/** Running instances of servers that evaluated the features there in the last month. Instances report at least once a day. */
export async function readLocalApplications(
  { em, now }: Pick<ReadContext, 'em' | 'now'>,
  uses: readonly FeatureUse[],
): Promise<LocalApplication[]> {
  if (uses.length === 0) return [];
  const tables = tablesOf(em);
  const names = [...new Set(uses.map(({ feature }) => feature))];
  const columns = ['app_name', 'environment', 'feature_name'] as const;
  const hours = tables.selectFrom('usage_hour').where('feature_name', 'in', names).select(columns);
  const days = tables
    .selectFrom('usage_day')
    .where('feature_name', 'in', names)
    .where('day', '>=', now().getTime() - evaluatedDays * dayMs)
    .select(columns);
  const found = await tables
    .selectFrom(hours.union(days).as('used'))
    .innerJoin('application_instance as running', (join) =>
      join.onRef('running.app_name', '=', 'used.app_name').onRef('running.environment', '=', 'used.environment'),
    )
    .where((row) => row.or([row('running.sdk_type', 'is', null), row('running.sdk_type', '<>', 'frontend')]))
    .select(['used.app_name as appName', 'used.environment', 'used.feature_name as feature'])
    .distinct()
    .execute();
  const inUse = new Set(uses.map(keyOf));
  return found
    .filter((one) => inUse.has(keyOf(one)))
    .toSorted((one, other) => compareTexts(compositeKey(one.appName, keyOf(one)), compositeKey(other.appName, keyOf(other))));
}

const keyOf = ({ feature, environment }: FeatureUse): string => compositeKey(feature, environment);
