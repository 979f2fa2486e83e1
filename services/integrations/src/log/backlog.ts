import { job, metric, type EntityManager, type OpenParts } from '@signalbox/kit';
import { sql } from 'kysely';
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

/** Number and age of waiting events, and number of dead letters, exposed as metrics and updated by `look`. Equal in every process. */
export class Backlog {
  #waiting = 0;
  #oldestAt: number | null = null;
  #deadLetters = 0;

  constructor({ now, report }: Pick<OpenParts, 'now' | 'report'>) {
    const value = (read: () => number) => () => [{ labels: {}, value: read() }];
    report(
      waitingMetric,
      value(() => this.#waiting),
    );
    report(
      oldestMetric,
      value(() => (this.#oldestAt === null ? 0 : Math.max(0, now().getTime() - this.#oldestAt) / seconds)),
    );
    report(
      deadLettersMetric,
      value(() => this.#deadLetters),
    );
  }

  async look(em: EntityManager): Promise<void> {
    const db = tablesOf(em);
    const queues = db.selectFrom('delivery_queue').select(({ fn }) => fn.sum<number>('waiting').as('waiting'));
    this.#waiting = Number((await queues.executeTakeFirstOrThrow()).waiting ?? 0);
    const failed = db.selectFrom('event_delivery').where('state', '=', 'failed');
    this.#deadLetters = Number((await failed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
    const first = db
      .selectFrom('event_delivery')
      .innerJoin('addon', 'addon.id', 'event_delivery.addon_id')
      .where('state', '=', 'waiting')
      .where(sql<boolean>`addon.enabled`)
      .groupBy('addon_id')
      .select(({ fn }) => fn.min<number>('event_delivery.id').as('id'));
    const oldest = db.selectFrom('event_delivery').where('id', 'in', first);
    const { at } = await oldest.select(({ fn }) => fn.min<number | null>('queued_at').as('at')).executeTakeFirstOrThrow();
    this.#oldestAt = at === null ? null : Number(at);
  }
}

/** Runs in each process, because each exposes the metrics. */
export const lookAtBacklog = job<{ readonly backlog: Backlog }>({
  name: 'look at the backlog',
  everyMs: 15 * seconds,
  oneAtATime: false,
  run: ({ em, state }) => state.backlog.look(em),
});
