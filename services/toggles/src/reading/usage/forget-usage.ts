import { beginningOf, dayMs, type EntityManager, hourMs, job, type OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import { maxDays, maxHours } from './get-raw-usage.ts';

const applicationDays = 30;
const groupsAtATime = 100;
/** Small enough that changes of features, which wait for it on SQLite, are not noticeably delayed. */
const featuresPerUnit = 500;

export const forgetUsageJob = job({
  name: 'forget-usage',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => forgetUsage(context),
});

/** Moves hours to their days after two days, and deletes days after ninety, instances and unknown names after one, and applications after thirty. */
export async function forgetUsage(context: OpenContext): Promise<void> {
  const now = context.now().getTime();
  const before = beginningOf(hourMs, now) - maxHours * hourMs;
  await foldHours(context, before);
  await forgetDays(context, beginningOf(dayMs, now) - maxDays * dayMs);
  await context.write(async ({ em }) => {
    await tablesOf(em)
      .deleteFrom('application_instance')
      .where('seen_at', '<', now - dayMs)
      .execute();
    await tablesOf(em)
      .deleteFrom('unknown_flag')
      .where('seen_at', '<', now - dayMs)
      .execute();
    for (const table of ['application', 'application_project'] as const) {
      await tablesOf(em)
        .deleteFrom(table)
        .where('seen_at', '<', now - applicationDays * dayMs)
        .execute();
    }
  });
}

type AppHour = Pick<Tables['usage_hour'], 'hour' | 'environment' | 'app_name'>;

/** Moves one application's hour at a time, which has one row per evaluated feature, from one end of the table. */
async function foldHours(context: OpenContext, before: number): Promise<void> {
  for (;;) {
    const groups = await tablesOf(context.em)
      .selectFrom('usage_hour')
      .where('hour', '<', before)
      .select(['hour', 'environment', 'app_name'])
      .groupBy(['hour', 'environment', 'app_name'])
      .orderBy('hour')
      .limit(groupsAtATime)
      .execute();
    for (const group of groups) await foldGroup(context, group);
    if (groups.length < groupsAtATime) return;
  }
}

async function foldGroup(context: OpenContext, group: AppHour): Promise<void> {
  let moved = featuresPerUnit;
  while (moved === featuresPerUnit) moved = await context.write(({ em }) => foldSome(em, group));
  await context.write(({ em }) =>
    tablesOf(em)
      .deleteFrom('application_hour')
      .where((row) => row.and(group))
      .execute(),
  );
}

/** Moves the counts of some features to their day, and returns the number of features. */
async function foldSome(em: EntityManager, group: AppHour): Promise<number> {
  const tables = tablesOf(em);
  const hours = await tables
    .selectFrom('usage_hour')
    .where((row) => row.and(group))
    .select(['feature_name', 'yes', 'no'])
    .orderBy('feature_name')
    .limit(featuresPerUnit)
    .execute();
  if (hours.length === 0) return 0;
  const names = hours.map(({ feature_name }) => feature_name);
  const variants = await tables
    .selectFrom('variant_usage_hour')
    .where((row) => row.and(group))
    .where('feature_name', 'in', names)
    .select(['feature_name', 'variant', 'uses'])
    .orderBy('feature_name')
    .orderBy('variant')
    .execute();
  const { hour, ...application } = group;
  const day = beginningOf(dayMs, Number(hour));
  const key = ['day', 'environment', 'app_name', 'feature_name'];
  const dayOf = <Row extends object>(row: Row) => ({ day, ...application, ...row });
  await mergeRows(em, 'usage_day', { key, merge: { yes: 'add', no: 'add' } }, hours.map(dayOf));
  await mergeRows(em, 'variant_usage_day', { key: [...key, 'variant'], merge: { uses: 'add' } }, variants.map(dayOf));
  for (const table of ['variant_usage_hour', 'usage_hour'] as const)
    await tables
      .deleteFrom(table)
      .where((row) => row.and(group))
      .where('feature_name', 'in', names)
      .execute();
  return hours.length;
}

/** Deletes one application's day at a time. */
async function forgetDays(context: OpenContext, before: number): Promise<void> {
  for (;;) {
    const groups = await tablesOf(context.em)
      .selectFrom('usage_day')
      .where('day', '<', before)
      .select(['day', 'environment', 'app_name'])
      .groupBy(['day', 'environment', 'app_name'])
      .orderBy('day')
      .limit(groupsAtATime)
      .execute();
    for (const group of groups) await context.write(({ em }) => forgetDay(em, group));
    if (groups.length < groupsAtATime) return;
  }
}

async function forgetDay(em: EntityManager, group: Pick<Tables['usage_day'], 'day' | 'environment' | 'app_name'>): Promise<void> {
  for (const table of ['variant_usage_day', 'usage_day'] as const) {
    await tablesOf(em)
      .deleteFrom(table)
      .where((row) => row.and(group))
      .execute();
  }
}
