import { metric, type EntityManager, type OpenParts } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';

const seconds = 1000;

export const waitingMetric = metric({
  name: 'signalbox_integrations_waiting',
  help: 'Events waiting to be sent to receivers.',
  kind: 'gauge',
  labels: [],
});
export const oldestMetric = metric({
  name: 'signalbox_integrations_oldest_waiting_seconds',
  help: 'Age of the oldest event waiting for an enabled receiver.',
  kind: 'gauge',
  labels: [],
});
export const deadLettersMetric = metric({
  name: 'signalbox_integrations_dead_letters',
  help: 'Stored events that could not be delivered.',
  kind: 'gauge',
  labels: [],
});

/** Reports the number and age of waiting events, and the number of dead letters. Equal in every process. */
export function reportBacklog({ now, reader, report }: Pick<OpenParts, 'now' | 'reader' | 'report'>): void {
  report(waitingMetric, async () => valueOf(await countWaiting(reader())));
  report(oldestMetric, async () => {
    const at = await readOldest(reader());
    return valueOf(at === null ? 0 : Math.max(0, now().getTime() - at) / seconds);
  });
  report(deadLettersMetric, async () => valueOf(await countDeadLetters(reader())));
}

const valueOf = (value: number) => [{ labels: {}, value }];

async function countWaiting(em: EntityManager): Promise<number> {
  const queues = tablesOf(em).selectFrom('delivery_queue');
  const { waiting } = await queues.select(({ fn }) => fn.sum<number>('waiting').as('waiting')).executeTakeFirstOrThrow();
  return Number(waiting ?? 0);
}

async function countDeadLetters(em: EntityManager): Promise<number> {
  const failed = tablesOf(em).selectFrom('event_delivery').where('state', '=', 'failed');
  const { count } = await failed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Time at which the oldest event that waits for an enabled receiver was queued. */
async function readOldest(em: EntityManager): Promise<number | null> {
  const db = tablesOf(em);
  const first = db
    .selectFrom('event_delivery')
    .innerJoin('addon', 'addon.id', 'event_delivery.addon_id')
    .where('state', '=', 'waiting')
    .where('addon.enabled', '=', 1)
    .groupBy('addon_id')
    .select(({ fn }) => fn.min<number>('event_delivery.id').as('id'));
  const oldest = db.selectFrom('event_delivery').where('id', 'in', first);
  const { at } = await oldest.select(({ fn }) => fn.min<number | null>('queued_at').as('at')).executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
