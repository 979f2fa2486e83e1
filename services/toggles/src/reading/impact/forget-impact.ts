import type { OpenContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Deletes hours before `before`, one hour of an environment at a time, and series that were not reported since. */
export async function forgetImpact(context: OpenContext, before: number): Promise<void> {
  const hours = await tablesOf(context.em)
    .selectFrom('impact_hour')
    .where('hour', '<', before)
    .select(['hour', 'environment'])
    .distinct()
    .execute();
  for (const { hour, environment } of hours) {
    await context.write(({ em }) =>
      tablesOf(em).deleteFrom('impact_hour').where('hour', '=', hour).where('environment', '=', environment).execute(),
    );
  }
  await context.write(({ em }) => tablesOf(em).deleteFrom('impact_series').where('seen_at', '<', before).execute());
}
