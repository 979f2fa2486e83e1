import { beginningOf, dayMs, type EntityManager, hourMs, job, type OpenContext } from '@signalbox/kit';
import { type Tables, tablesOf } from '../../tables/tables.ts';
import { maxHours } from './get-raw-usage.ts';

const applicationDays = 30;
const groupsAtATime = 100;

export const forgetUsageJob = job({
  name: 'forget-usage',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => forgetUsage(context),
});

/** Deletes hours after two days, instances and unknown names after one, and applications after thirty. */
export async function forgetUsage(context: OpenContext): Promise<void> {
  const now = context.now().getTime();
  const before = beginningOf(hourMs, now) - maxHours * hourMs;
  await forgetHours(context, before);
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

/** Deletes one application's hour at a time, which has one row per evaluated feature, from one end of the table. */
async function forgetHours(context: OpenContext, before: number): Promise<void> {
  for (;;) {
    const groups = await tablesOf(context.em)
      .selectFrom('usage_hour')
      .where('hour', '<', before)
      .select(['hour', 'environment', 'app_name'])
      .groupBy(['hour', 'environment', 'app_name'])
      .orderBy('hour')
      .limit(groupsAtATime)
      .execute();
    for (const group of groups) await context.write(({ em }) => forgetGroup(em, group));
    if (groups.length < groupsAtATime) return;
  }
}

async function forgetGroup(em: EntityManager, group: Pick<Tables['usage_hour'], 'hour' | 'environment' | 'app_name'>): Promise<void> {
  for (const table of ['variant_usage_hour', 'application_hour', 'usage_hour'] as const) {
    await tablesOf(em)
      .deleteFrom(table)
      .where('hour', '=', group.hour)
      .where('environment', '=', group.environment)
      .where('app_name', '=', group.app_name)
      .execute();
  }
}
