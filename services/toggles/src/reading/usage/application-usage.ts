import type { ReadContext } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import { firstHour, hourlyTotals } from './hourly-totals.ts';
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

/** Evaluations of an application in each of the last 24 hours, the current hour last. */
export async function readHourlyTotals(context: State, name: string): Promise<number[]> {
  const first = firstHour(context.now());
  const rows = await countedSince(context, first - 1, [name]).execute();
  return hourlyTotals(
    rows.map(({ hour, yes, no }) => ({ hour, total: Number(yes) + Number(no) })),
    first,
  );
}

/** Sums by hour that begins after a time. Counts the features that the caller can see. */
const countedSince = ({ em, actor, access }: State, since: number, names: readonly string[]) =>
  tablesOf(em)
    .selectFrom('usage_hour')
    .innerJoin('feature', 'feature.name', 'usage_hour.feature_name')
    .where('hour', '>', since)
    .where('app_name', 'in', [...names])
    .where((usage) => isAnyOf(usage.ref('feature.project_id'), access.visibleTo(actor)))
    .groupBy(['app_name', 'hour'])
    .select(['app_name', 'hour'])
    .select(({ fn }) => [fn.sum<number>('yes').as('yes'), fn.sum<number>('no').as('no')]);
