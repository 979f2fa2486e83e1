import { beginningOf, dayMs, hourMs, type ReadContext } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import { beginningOfPastHour, sumOfPastHour } from './past-hour.ts';

type State = Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>;

/** The evaluations of each application in the past 60 minutes, estimated. Applications without any are absent. */
export async function readPastHourOf(context: State, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await countedSince(context, beginningOfPastHour(context.now()), names).execute();
  return new Map(
    [...Map.groupBy(rows, ({ app_name }) => app_name)].map(([name, own]) => {
      const { yes, no } = sumOfPastHour(own, context.now());
      return [name, yes + no];
    }),
  );
}

/** The evaluations of an application by hour and environment, in the past 24 hours. Oldest first. */
export async function readHourlyUsage(context: State, name: string) {
  const since = beginningOf(hourMs, context.now().getTime() - dayMs);
  const rows = await countedSince(context, since, [name]).orderBy('hour').orderBy('environment').execute();
  return rows.map(({ environment, hour, yes, no }) => ({
    environment,
    timestamp: new Date(Number(hour)).toISOString(),
    yes: Number(yes),
    no: Number(no),
  }));
}

/** Sums by hour that begins after a time. Counts the features that the caller can see. */
const countedSince = ({ em, actor, access }: State, since: number, names: readonly string[]) =>
  tablesOf(em)
    .selectFrom('usage_hour')
    .innerJoin('feature', 'feature.name', 'usage_hour.feature_name')
    .where('hour', '>', since)
    .where('app_name', 'in', [...names])
    .where((usage) => isAnyOf(usage.ref('feature.project_id'), access.visibleTo(actor)))
    .groupBy(['app_name', 'environment', 'hour'])
    .select(['app_name', 'environment', 'hour'])
    .select(({ fn }) => [fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')]);
