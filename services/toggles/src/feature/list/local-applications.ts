import { dayMs, type ReadContext } from '@signalbox/kit';
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
  const names = [...new Set(uses.map(({ feature }) => feature))];
  const running = tablesOf(em)
    .selectFrom('application_instance')
    .where((row) => row.or([row('sdk_type', 'is', null), row('sdk_type', '<>', 'frontend')]));
  const hours = await running
    .innerJoin('usage_hour', (join) =>
      join
        .onRef('usage_hour.app_name', '=', 'application_instance.app_name')
        .onRef('usage_hour.environment', '=', 'application_instance.environment'),
    )
    .where('feature_name', 'in', names)
    .select(['usage_hour.app_name as appName', 'usage_hour.environment', 'feature_name as feature'])
    .distinct()
    .execute();
  const days = await running
    .innerJoin('usage_day', (join) =>
      join
        .onRef('usage_day.app_name', '=', 'application_instance.app_name')
        .onRef('usage_day.environment', '=', 'application_instance.environment'),
    )
    .where('feature_name', 'in', names)
    .where('day', '>=', now().getTime() - evaluatedDays * dayMs)
    .select(['usage_day.app_name as appName', 'usage_day.environment', 'feature_name as feature'])
    .distinct()
    .execute();
  const inUse = new Set(uses.map(keyOf));
  const found = new Map([...hours, ...days].filter((one) => inUse.has(keyOf(one))).map((one) => [`${one.appName} ${keyOf(one)}`, one]));
  return [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []);
}

const keyOf = ({ feature, environment }: FeatureUse): string => `${feature} ${environment}`;
