import { dayMs, hourMs, job, type OpenContext } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { tablesOf } from '../tables/tables.ts';
import { integrationsLogDays } from '../surface.ts';

/** Maximum number of finished deliveries in the log of one add-on. */
const maxRemembered = 10_000;
const rowsPerStep = 500;

/** Drops finished deliveries above an age or a number per add-on. */
export const dropDeliveries = job({
  name: 'drop deliveries',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: dropOldDeliveries,
});

async function dropOldDeliveries(context: OpenContext): Promise<void> {
  const { em, now, settings } = context;
  const before = now().getTime() - settings.get(integrationsLogDays) * dayMs;
  await drop(context, 'event_delivery', () => finished(em).where('finished_at', '<', before).limit(rowsPerStep).execute());
  for (const { id } of await em.find(Addon, {}, { fields: ['id'] })) await dropBeyond(context, id);
  const unused = tablesOf(em)
    .selectFrom('stored_event')
    .select('id')
    .where((row) => row.not(row.exists(row.selectFrom('event_delivery').select('id').whereRef('event_id', '=', 'stored_event.id'))));
  await drop(context, 'stored_event', () => unused.limit(rowsPerStep).execute());
}

const finished = (em: OpenContext['em']) => tablesOf(em).selectFrom('event_delivery').select('id').where('finished_at', 'is not', null);

async function dropBeyond(context: OpenContext, addonId: number): Promise<void> {
  const ofAddon = finished(context.em).where('addon_id', '=', addonId);
  const [last] = await ofAddon.orderBy('id', 'desc').offset(maxRemembered).limit(1).execute();
  if (last) await drop(context, 'event_delivery', () => ofAddon.where('id', '<=', last.id).limit(rowsPerStep).execute());
}

/** Deletes rows in steps, to avoid long locks. */
async function drop(context: OpenContext, table: 'event_delivery' | 'stored_event', find: () => Promise<{ id: number }[]>) {
  for (;;) {
    const ids = (await find()).map(({ id }) => id);
    if (ids.length > 0) await context.write(async ({ em }) => void (await tablesOf(em).deleteFrom(table).where('id', 'in', ids).execute()));
    if (ids.length < rowsPerStep) return;
  }
}
